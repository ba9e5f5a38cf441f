package main

import "slices"

// claim gives the first claimable step to the caller (CLM-1 to CLM-11, CLM-19, CLM-20).
func (s *store) claim(asked *request) (fields, error) {
	p, err := s.findUndrifted(asked)
	if err != nil {
		return nil, err
	}
	top := p.topLevel()
	chosen := slices.IndexFunc(top, func(each *step) bool {
		return p.isUnblocked(each) && each.isFreeFor(asked)
	})
	if asked.Resume {
		own := slices.IndexFunc(top, func(each *step) bool {
			return p.isUnblocked(each) && each.isHeld() && *each.ClaimedBy == asked.caller()
		})
		if own >= 0 { // CLM-22
			chosen = own
		}
	}
	if chosen < 0 {
		blocked := p.remaining()
		return fields{
			"answer": "nothing_claimable", "all_completed": blocked == 0, "blocked": blocked,
		}, nil
	}
	given := top[chosen]
	if err := given.checkID(asked); err != nil {
		return nil, err
	}
	reclaimed, reason := given.Status != pending, given.ReleaseReason
	p.LastClaimID = max(p.LastClaimID+1, asked.LowestID) // CLM-19
	given.give(asked, p.LastClaimID)
	for _, substep := range p.unfinishedSubsteps(given) {
		substep.give(asked, p.LastClaimID)
		if reclaimed {
			substep.openItems(true)
		}
	}
	ready := 0
	for _, each := range top {
		if each.Status == pending && p.isUnblocked(each) {
			ready++
		}
	}
	return fields{
		"answer": "claimed", "anchor": given.Anchor, "title": given.Title, "index": given.Index,
		"lease_expires_at": *given.LeaseExpiresAt, "reclaimed": reclaimed,
		"remaining_ready": ready, "total_remaining": p.remaining() - 1,
		"claim_id": p.LastClaimID, "release_reason": reason, // CLM-10.5
	}, nil
}

// isUnblocked tells whether all that a step depends on is completed (CLM-2).
func (p *plan) isUnblocked(s *step) bool {
	return !slices.ContainsFunc(s.Dependencies, func(anchor string) bool {
		return !p.step(anchor).isCompleted()
	})
}

// isFreeFor tells whether holder and lease let the caller have the step (CLM-3 to CLM-6).
func (s *step) isFreeFor(asked *request) bool {
	if s.Status == pending {
		return true
	}
	return s.isHeld() && (s.isExpired(asked.Now) || *s.ClaimedBy == asked.caller() || asked.Force)
}

func (s *step) isExpired(now int64) bool {
	return s.isHeld() && *s.LeaseExpiresAt < now
}

func (s *step) give(asked *request, claimID int64) {
	s.Status, s.ClaimedBy = claimed, pointer(asked.caller())
	s.ClaimedAt, s.HeartbeatAt = pointer(asked.Now), pointer(asked.Now)
	s.LeaseExpiresAt, s.StartedAt = pointer(asked.Now+asked.Lease), nil
	s.ClaimID, s.Fenced = pointer(claimID), asked.Fenced
	s.ReleaseReason = nil // CLM-8.7
}

// openItems opens the items of a step; the completed ones only if they are not to be trusted.
func (s *step) openItems(alsoCompleted bool) {
	for _, i := range s.Items {
		if alsoCompleted || i.Status != completed {
			i.set(open, nil)
		}
	}
}

// ready sorts the top-level steps by what a claim would find (CLM-17).
func (s *store) ready(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	lists := map[string][]string{
		"completed": {}, "expired_claim": {}, "ready": {}, "blocked": {},
	}
	for _, each := range p.topLevel() {
		name := "blocked"
		switch {
		case each.isCompleted():
			name = "completed"
		case p.isUnblocked(each) && each.isExpired(asked.Now):
			name = "expired_claim"
		case p.isUnblocked(each) && each.Status == pending:
			name = "ready"
		}
		lists[name] = append(lists[name], each.Anchor)
	}
	reply := fields{"answer": "readiness"}
	for name, anchors := range lists {
		reply[name] = anchors
	}
	return reply, nil
}
