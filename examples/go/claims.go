package main

import "slices"

// claim gives the first claimable step to the caller (CLM-1 to CLM-11).
func (s *store) claim(asked *request) (fields, error) {
	p, err := s.findUndrifted(asked)
	if err != nil {
		return nil, err
	}
	top := p.topLevel()
	chosen := slices.IndexFunc(top, func(each *step) bool {
		return p.isUnblocked(each) && each.isFreeFor(asked)
	})
	if chosen < 0 {
		blocked := p.remaining()
		return fields{
			"answer": "nothing_claimable", "all_completed": blocked == 0, "blocked": blocked,
		}, nil
	}
	given := top[chosen]
	reclaimed := given.Status != pending
	given.give(asked)
	for _, substep := range p.unfinishedSubsteps(given) {
		substep.give(asked)
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

func (s *step) give(asked *request) {
	s.Status, s.ClaimedBy = claimed, pointer(asked.caller())
	s.ClaimedAt, s.HeartbeatAt = pointer(asked.Now), pointer(asked.Now)
	s.LeaseExpiresAt, s.StartedAt = pointer(asked.Now+asked.Lease), nil
}

// openItems opens the items of a step; the completed ones only if they are not to be trusted.
func (s *step) openItems(alsoCompleted bool) {
	for _, i := range s.Items {
		if alsoCompleted || i.Status != completed {
			i.set(open, nil)
		}
	}
}

// start says that work on a claimed step has begun (CLM-12).
func (s *store) start(asked *request) (fields, error) {
	started, err := s.heldStep(asked, claimed)
	if err != nil {
		return nil, err
	}
	started.Status, started.StartedAt = inProgress, pointer(asked.Now)
	return fields{"answer": "started", "anchor": started.Anchor}, nil
}

// heartbeat renews a lease (CLM-13).
func (s *store) heartbeat(asked *request) (fields, error) {
	renewed, err := s.heldStep(asked, claimed, inProgress)
	if err != nil {
		return nil, err
	}
	renewed.HeartbeatAt = pointer(asked.Now)
	renewed.LeaseExpiresAt = pointer(asked.Now + asked.Lease)
	return fields{"answer": "lease_renewed", "lease_expires_at": *renewed.LeaseExpiresAt}, nil
}

// heldStep gives the step of the request if the caller itself holds it with one of the statuses.
func (s *store) heldStep(asked *request, statuses ...string) (*step, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if found != nil && equal(found.ClaimedBy, asked.Worktree) &&
		slices.Contains(statuses, found.Status) {
		return found, nil
	}
	if err := p.checkHolder(found, asked); err != nil {
		return nil, err
	}
	return nil, notClaimed(asked.Step, found.Status)
}

// checkHolder refuses a step that is unknown or not held by the caller (CLM-12, CHK-1).
func (p *plan) checkHolder(found *step, asked *request) error {
	if found == nil {
		return notClaimed(asked.Step, "unknown")
	}
	holder := p.holder(found)
	if holder == nil {
		return notClaimed(asked.Step, found.Status)
	}
	if *holder != asked.caller() {
		return ownershipViolation(asked.Step, *holder, asked.caller())
	}
	return nil
}

// release gives a held step back (CLM-14, CLM-15).
func (s *store) release(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	if asked.Force == (asked.Worktree != nil) {
		given := "neither"
		if asked.Force {
			given = "both"
		}
		return nil, reject("E047", "invalid_request", fields{"given": given})
	}
	released := p.step(asked.Step)
	switch {
	case released == nil:
		return nil, unknownStep(asked.Step)
	case !released.isHeld():
		return nil, notClaimed(asked.Step, released.Status)
	case !asked.Force && !equal(released.ClaimedBy, asked.Worktree):
		return nil, ownershipViolation(asked.Step, *released.ClaimedBy, asked.caller())
	}
	holder := *released.ClaimedBy
	p.giveBack(released)
	return fields{"answer": "released", "was_claimed_by": holder}, nil
}

// reset makes an uncompleted step pending, whoever holds it (CLM-16).
func (s *store) reset(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if found == nil {
		return nil, unknownStep(asked.Step)
	}
	if found.isCompleted() {
		return nil, notClaimed(asked.Step, found.Status)
	}
	p.giveBack(found)
	return fields{"answer": "was_reset", "anchor": found.Anchor}, nil
}

// giveBack makes a step and its unfinished substeps pending.
func (p *plan) giveBack(given *step) {
	for _, s := range append(p.unfinishedSubsteps(given), given) {
		s.Status, s.ClaimedBy, s.ClaimedAt = pending, nil, nil
		s.LeaseExpiresAt, s.HeartbeatAt, s.StartedAt = nil, nil, nil
		s.openItems(false)
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
