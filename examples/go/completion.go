package main

type historyEntry struct {
	Plan        string `json:"plan"`
	Step        string `json:"step"`
	CommitHash  string `json:"commit_hash"`
	ClaimID     *int64 `json:"claim_id"`
	EarlierText bool   `json:"earlier_text"`
}

// complete completes a held step, strictly or by force (CMP-1 to CMP-7, CMP-11).
func (s *store) complete(asked *request) (fields, error) {
	p, err := s.findUndrifted(asked)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if found != nil && found.isCompleted() {
		return fields{
			"answer": "already_completed", "all_steps_completed": p.remaining() == 0,
		}, nil
	}
	if err := p.checkCompletion(found, asked); err != nil {
		return nil, err
	}
	reason := pointer("")
	if asked.Force {
		reason = pointer("forced completion")
		if asked.Reason != nil && *asked.Reason != "" {
			reason = asked.Reason
		}
		found.completeItems()
		for _, substep := range p.unfinishedSubsteps(found) {
			substep.completeItems()
			substep.finish(asked.Now, reason)
		}
	}
	found.finish(asked.Now, reason)
	p.updateStatus()
	return fields{
		"answer": "step_completed", "forced": asked.Force,
		"all_steps_completed": p.Status == "done",
	}, nil
}

func (p *plan) checkCompletion(found *step, asked *request) error {
	if found == nil {
		return unknownStep(asked.Step)
	}
	if !found.isHeld() {
		return notClaimed(asked.Step, found.Status)
	}
	if err := found.checkClaim(asked); err != nil {
		return err
	}
	if asked.Force {
		return nil
	}
	if items := found.count(func(i *item) bool { return i.Status == open }); items > 0 {
		return reject("E051", "incomplete_checklist", fields{"open_items": items})
	}
	if substeps := len(p.unfinishedSubsteps(found)); substeps > 0 {
		return reject("E052", "incomplete_substeps", fields{"unfinished_substeps": substeps})
	}
	return nil
}

// finish completes a step and ends its lease; who held it stays on record (CMP-6).
func (s *step) finish(now int64, reason *string) {
	s.Status, s.CompletedAt, s.LeaseExpiresAt = completed, pointer(now), nil
	s.CompleteReason = reason
}

// completeItems completes all items, deferred ones too (CMP-4, CMP-5, CMP-9).
func (s *step) completeItems() {
	for _, i := range s.Items {
		i.set(completed, nil)
	}
}

// reconcile completes what the history, newest commit first, says is done (CMP-9, CMP-10).
func (s *store) reconcile(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	reconciled, mismatches := 0, []fields{}
	seen := map[string]bool{}
	for _, entry := range asked.History {
		found := p.step(entry.Step)
		if entry.Plan != p.Path || found == nil || seen[entry.Step] ||
			!asked.Force && entry.isOlderThan(found) {
			continue
		}
		seen[entry.Step] = true
		switch {
		case !found.isCompleted():
			for _, each := range append(p.unfinishedSubsteps(found), found) {
				each.completeItems()
				each.finish(asked.Now, nil)
			}
		case equal(found.CommitHash, &entry.CommitHash):
			continue
		case found.CommitHash != nil && !asked.Force:
			mismatches = append(mismatches, fields{
				"step": entry.Step, "stored_hash": *found.CommitHash,
				"history_hash": entry.CommitHash,
			})
			continue
		}
		found.CommitHash = pointer(entry.CommitHash)
		reconciled++
	}
	p.updateStatus()
	return fields{
		"answer": "reconciled", "reconciled_count": reconciled, "skipped_mismatches": mismatches,
	}, nil
}

// isOlderThan tells whether a commit is of an earlier claim, or an earlier text (CMP-9).
func (e historyEntry) isOlderThan(s *step) bool {
	return e.EarlierText || e.ClaimID != nil && s.ClaimID != nil && *e.ClaimID < *s.ClaimID
}
