package main

import "slices"

// resync brings a plan up to date: it carries over what the document left alone (PLN-7).
type resync struct {
	old, updated           *plan
	kept, changed, removed []string
}

func newResync(old, updated *plan) *resync {
	return &resync{
		old: old, updated: updated, kept: []string{}, changed: []string{}, removed: []string{},
	}
}

// run carries over and lists the steps whose progress it keeps, gives up or finds no place for.
func (r *resync) run() {
	r.updated.LastArtifactID, r.updated.LastClaimID = r.old.LastArtifactID, r.old.LastClaimID
	for _, s := range r.updated.Steps {
		before := r.old.counterpart(s)
		if before == nil {
			continue
		}
		s.takeOverItems(before)
		keeps := r.keeps(s)
		if keeps {
			s.keep(before)
		} else {
			s.Artifacts = before.Artifacts
		}
		switch {
		case !before.hasProgress():
		case keeps:
			r.kept = append(r.kept, s.Anchor)
		default:
			r.changed = append(r.changed, s.Anchor)
		}
	}
	for _, before := range r.old.Steps {
		if before.hasProgress() && r.updated.counterpart(before) == nil {
			r.removed = append(r.removed, before.Anchor)
		}
	}
	r.updated.updateStatus()
}

// keeps tells whether a step of the updated plan stays as it was in the old one.
func (r *resync) keeps(s *step) bool {
	before := r.old.counterpart(s)
	switch {
	case before == nil || !s.isDefinedLike(before):
		return false
	case before.isHeld() && s.Parent != nil:
		return r.keeps(r.updated.step(*s.Parent))
	case before.isHeld():
		return r.keepCompleted(r.updated.dependenciesOf(s))
	case before.isCompleted() && s.Parent == nil:
		return r.keepCompleted(r.updated.childrenOf(&s.Anchor))
	}
	return true
}

// keepCompleted tells whether all the steps were completed, and stay as they were.
func (r *resync) keepCompleted(steps []*step) bool {
	return !slices.ContainsFunc(steps, func(s *step) bool {
		return !r.keeps(s) || !r.old.counterpart(s).isCompleted()
	})
}

// counterpart gives the step with the same anchor below the same parent, or nil.
func (p *plan) counterpart(s *step) *step {
	if found := p.step(s.Anchor); found != nil && equal(found.Parent, s.Parent) {
		return found
	}
	return nil
}

// isDefinedLike tells whether two documents say the same of a step.
func (s *step) isDefinedLike(before *step) bool {
	return s.Title == before.Title &&
		slices.Equal(sorted(s.Dependencies), sorted(before.Dependencies)) &&
		slices.EqualFunc(s.Items, before.Items, func(a, b *item) bool {
			return a.Kind == b.Kind && a.Ordinal == b.Ordinal && a.Text == b.Text
		})
}

func sorted(anchors []string) []string {
	return slices.Sorted(slices.Values(anchors))
}

func (s *step) hasProgress() bool {
	return s.Status != pending || len(s.Artifacts) > 0 ||
		s.count(func(i *item) bool { return i.Status != open }) > 0
}

// keep takes over all of a step but what the document says of it.
func (s *step) keep(before *step) {
	index, title, dependencies, items := s.Index, s.Title, s.Dependencies, s.Items
	*s = *before
	s.Index, s.Title, s.Dependencies, s.Items = index, title, dependencies, items
}

// takeOverItems takes over the status of the items that have the text of an old one; where
// several have the same text, the first is the first of the old ones.
func (s *step) takeOverItems(before *step) {
	taken := map[*item]bool{}
	for _, i := range s.Items {
		same := slices.IndexFunc(before.Items, func(old *item) bool {
			return !taken[old] && old.Kind == i.Kind && old.Text == i.Text
		})
		if same >= 0 {
			old := before.Items[same]
			taken[old] = true
			i.set(old.Status, old.Reason)
		}
	}
}
