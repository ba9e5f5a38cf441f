package main

import (
	"cmp"
	"slices"
)

const (
	pending    = "pending"
	claimed    = "claimed"
	inProgress = "in_progress"
	completed  = "completed" // of steps and items
	open       = "open"
	deferred   = "deferred"
)

// kinds are the kinds of items, in the order in which they are listed.
var kinds = []string{"task", "test", "checkpoint"}

type store struct {
	plans map[string]*plan
}

type plan struct {
	Path           string  `json:"path"`
	DocumentHash   string  `json:"document_hash"`
	Title          string  `json:"title"`
	Status         string  `json:"status"`
	Steps          []*step `json:"steps"`
	LastArtifactID int64   `json:"last_artifact_id"`
	LastClaimID    int64   `json:"last_claim_id"`
}

type step struct {
	Anchor         string     `json:"anchor"`
	Index          int        `json:"index"`
	Title          string     `json:"title"`
	Parent         *string    `json:"parent"`
	Dependencies   []string   `json:"dependencies"`
	Status         string     `json:"status"`
	ClaimedBy      *string    `json:"claimed_by"`
	ClaimedAt      *int64     `json:"claimed_at"`
	LeaseExpiresAt *int64     `json:"lease_expires_at"`
	HeartbeatAt    *int64     `json:"heartbeat_at"`
	StartedAt      *int64     `json:"started_at"`
	CompletedAt    *int64     `json:"completed_at"`
	CommitHash     *string    `json:"commit_hash"`
	CompleteReason *string    `json:"complete_reason"`
	Items          []*item    `json:"items"`
	Artifacts      []artifact `json:"artifacts"`
	ClaimID        *int64     `json:"claim_id"`
	Fenced         bool       `json:"fenced"`
	ReleaseReason  *string    `json:"release_reason"`
}

type item struct {
	Kind    string  `json:"kind"`
	Ordinal int     `json:"ordinal"`
	Text    string  `json:"text"`
	Status  string  `json:"status"`
	Reason  *string `json:"reason"`
}

type artifact struct {
	ID         int64  `json:"id"`
	Kind       string `json:"kind"`
	Summary    string `json:"summary"`
	RecordedAt int64  `json:"recorded_at"`
}

func newStore() *store {
	return &store{plans: map[string]*plan{}}
}

// observe gives everything that is stored.
func (s *store) observe() fields {
	plans := make([]*plan, 0, len(s.plans))
	for _, p := range s.plans {
		plans = append(plans, p)
	}
	slices.SortFunc(plans, func(a, b *plan) int { return cmp.Compare(a.Path, b.Path) })
	return fields{"reply": "ok", "plans": plans, "last_artifact_id": 0}
}

// find gives a registered plan (PLN-3).
func (s *store) find(path string) (*plan, error) {
	if p, known := s.plans[path]; known {
		return p, nil
	}
	return nil, reject("E047", "unknown_plan", fields{"plan": path})
}

// findUndrifted gives a registered plan whose document is the registered one (PLN-6).
func (s *store) findUndrifted(asked *request) (*plan, error) {
	p, err := s.find(asked.Plan)
	if err == nil && p.DocumentHash != asked.DocumentHash && !asked.AllowDrift {
		return nil, reject("E048", "plan_drift",
			fields{"stored_hash": p.DocumentHash, "document_hash": asked.DocumentHash})
	}
	return p, err
}

// step gives the step or substep with an anchor, or nil.
func (p *plan) step(anchor string) *step {
	for _, s := range p.Steps {
		if s.Anchor == anchor {
			return s
		}
	}
	return nil
}

// topLevel gives the steps that are no substeps, in document order.
func (p *plan) topLevel() []*step {
	return p.childrenOf(nil)
}

// unfinishedSubsteps gives the substeps of a step that are not completed.
func (p *plan) unfinishedSubsteps(parent *step) []*step {
	return slices.DeleteFunc(p.childrenOf(&parent.Anchor), (*step).isCompleted)
}

func (p *plan) childrenOf(parent *string) []*step {
	var children []*step
	for _, s := range p.Steps {
		if equal(s.Parent, parent) {
			children = append(children, s)
		}
	}
	return children
}

// remaining counts the top-level steps that are not completed.
func (p *plan) remaining() int {
	return len(slices.DeleteFunc(p.topLevel(), (*step).isCompleted))
}

// updateStatus makes the plan done when its last top-level step is (CMP-7).
func (p *plan) updateStatus() {
	p.Status = "active"
	if p.remaining() == 0 {
		p.Status = "done"
	}
}

// heldAs gives the step whose claim decides: for a substep, its parent (CLM-12, CHK-1).
func (p *plan) heldAs(s *step) *step {
	if s.Parent != nil {
		return p.step(*s.Parent)
	}
	return s
}

func (s *step) isCompleted() bool {
	return s.Status == completed
}

func (s *step) isHeld() bool {
	return s.Status == claimed || s.Status == inProgress
}

func (s *step) count(matches func(*item) bool) int {
	n := 0
	for _, i := range s.Items {
		if matches(i) {
			n++
		}
	}
	return n
}

// set gives an item a status, and a reason exactly while it is deferred (CHK-8).
func (i *item) set(status string, reason *string) {
	i.Status, i.Reason = status, nil
	if status == deferred {
		i.Reason = reason
	}
}

func equal[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

func pointer[T any](value T) *T {
	return &value
}
