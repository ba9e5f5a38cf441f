package main

// start says that work on a claimed step has begun, perhaps once more (CLM-12).
func (s *store) start(asked *request) (fields, error) {
	started, err := s.heldStep(asked)
	if err != nil {
		return nil, err
	}
	if started.Status == inProgress {
		return fields{"answer": "already_started", "anchor": started.Anchor}, nil
	}
	started.Status, started.StartedAt = inProgress, pointer(asked.Now)
	return fields{"answer": "started", "anchor": started.Anchor}, nil
}

// heartbeat renews a lease (CLM-13).
func (s *store) heartbeat(asked *request) (fields, error) {
	renewed, err := s.heldStep(asked)
	if err != nil {
		return nil, err
	}
	renewed.HeartbeatAt = pointer(asked.Now)
	end := asked.Now + asked.Lease
	if !asked.Shorten { // CLM-13.12
		end = max(end, *renewed.LeaseExpiresAt)
	}
	renewed.LeaseExpiresAt = pointer(end)
	return fields{"answer": "lease_renewed", "lease_expires_at": *renewed.LeaseExpiresAt}, nil
}

// heldStep gives the step of the request if it is held, and the caller holds it.
func (s *store) heldStep(asked *request) (*step, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if err := p.checkHolder(found, asked); err != nil {
		return nil, err
	}
	if !found.isHeld() {
		return nil, notClaimed(asked.Step, found.Status)
	}
	return found, nil
}

// checkHolder refuses a step that is unknown or not held by the caller (CLM-12, CHK-1).
func (p *plan) checkHolder(found *step, asked *request) error {
	if found == nil {
		return notClaimed(asked.Step, "unknown")
	}
	held := p.heldAs(found)
	if held.ClaimedBy == nil {
		return notClaimed(asked.Step, found.Status)
	}
	return held.checkClaim(asked)
}

// checkClaim refuses a request that is not made under the claim of a step, by its holder.
func (s *step) checkClaim(asked *request) error {
	if err := s.checkID(asked); err != nil {
		return err
	}
	if s.Fenced && asked.ClaimID == nil {
		return staleClaim(nil, s.ClaimedBy, s.ClaimedAt)
	}
	if *s.ClaimedBy != asked.caller() {
		return ownershipViolation(asked.Step, *s.ClaimedBy, asked.caller())
	}
	return nil
}

// checkID refuses a request that carries the id of another claim (CLM-20).
func (s *step) checkID(asked *request) error {
	if asked.ClaimID != nil && !equal(asked.ClaimID, s.ClaimID) {
		return staleClaim(asked.ClaimID, s.ClaimedBy, s.ClaimedAt)
	}
	return nil
}

// mostReasonBytes is the greatest size of the reason of a release.
const mostReasonBytes = 500

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
	if asked.Reason != nil && len(*asked.Reason) > mostReasonBytes { // CLM-14.16
		return nil, reject("E047", "oversized_reason",
			fields{"found": len(*asked.Reason), "most": mostReasonBytes})
	}
	released := p.step(asked.Step)
	switch {
	case released == nil:
		return nil, unknownStep(asked.Step)
	case !released.isHeld():
		return nil, notClaimed(asked.Step, released.Status)
	}
	check := released.checkClaim
	if asked.Force {
		check = released.checkID
	}
	if err := check(asked); err != nil {
		return nil, err
	}
	holder := *released.ClaimedBy
	for _, s := range p.giveBack(released) {
		s.ReleaseReason = asked.Reason // CLM-14.17
	}
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
	if err := found.checkID(asked); err != nil {
		return nil, err
	}
	p.giveBack(found)
	return fields{"answer": "was_reset", "anchor": found.Anchor}, nil
}

// giveBack makes a step and its unfinished substeps pending, and returns them.
func (p *plan) giveBack(given *step) []*step {
	rows := append(p.unfinishedSubsteps(given), given)
	for _, s := range rows {
		s.Status, s.ClaimedBy, s.ClaimedAt = pending, nil, nil
		s.LeaseExpiresAt, s.HeartbeatAt, s.StartedAt = nil, nil, nil
		s.ClaimID, s.Fenced = nil, false
		s.openItems(false)
	}
	return rows
}
