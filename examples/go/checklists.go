package main

import "slices"

// maximalSummary is how many characters of a summary are stored.
const maximalSummary = 500

type statusChange struct {
	Status  string  `json:"status"`
	Kind    *string `json:"kind"`
	Ordinal *int    `json:"ordinal"`
}

type batchEntry struct {
	Kind    string  `json:"kind"`
	Ordinal int     `json:"ordinal"`
	Status  string  `json:"status"`
	Reason  *string `json:"reason"`
}

// update changes the status of items, all changes or none (CHK-2, CHK-3).
func (s *store) update(asked *request) (fields, error) {
	changed, err := s.changeableStep(asked)
	if err != nil {
		return nil, err
	}
	if len(asked.Changes) == 0 {
		return nil, reject("E047", "no_update", fields{})
	}
	for _, change := range asked.Changes {
		if err := changed.checkChange(change, asked.AllowReopen); err != nil {
			return nil, err
		}
	}
	return changed.countChanges(func() {
		for _, change := range asked.Changes {
			for _, i := range changed.Items {
				if change.concerns(i) {
					i.set(change.Status, nil)
				}
			}
		}
	}), nil
}

// changeableStep gives the step whose items the caller may change (CHK-1, CHK-9).
func (s *store) changeableStep(asked *request) (*step, error) {
	p, err := s.findUndrifted(asked)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if err := p.checkHolder(found, asked); err != nil {
		return nil, err
	}
	if found.isCompleted() {
		return nil, notClaimed(asked.Step, found.Status)
	}
	return found, nil
}

func (s *step) checkChange(change statusChange, allowReopen bool) error {
	switch {
	case change.Status == open && !allowReopen:
		return reject("E047", "reopen_not_allowed", fields{})
	case change.Status == deferred:
		return reject("E047", "missing_reason", fields{})
	case change.Status != completed && change.Status != open:
		return invalidStatus(change.Status)
	case change.Ordinal != nil && s.item(*change.Kind, *change.Ordinal) == nil:
		return s.unknownItem(*change.Kind, *change.Ordinal)
	}
	return nil
}

// concerns tells whether a change names the item: by kind and ordinal, by kind, or with all others.
func (c statusChange) concerns(i *item) bool {
	return (c.Kind == nil || *c.Kind == i.Kind) && (c.Ordinal == nil || *c.Ordinal == i.Ordinal)
}

// batch completes and defers the listed items, and perhaps completes the rest (CHK-4 to CHK-6).
func (s *store) batch(asked *request) (fields, error) {
	changed, err := s.changeableStep(asked)
	if err != nil {
		return nil, err
	}
	if err := changed.checkEntries(asked); err != nil {
		return nil, err
	}
	return changed.countChanges(func() {
		for _, entry := range asked.Entries {
			changed.item(entry.Kind, entry.Ordinal).set(entry.Status, entry.Reason)
		}
		for _, i := range changed.Items {
			if asked.CompleteRemaining && i.Status == open {
				i.set(completed, nil)
			}
		}
	}), nil
}

func (s *step) checkEntries(asked *request) error {
	if len(asked.Entries) == 0 && !asked.CompleteRemaining {
		return reject("E047", "empty_batch", fields{})
	}
	for n, entry := range asked.Entries {
		if slices.ContainsFunc(asked.Entries[:n], entry.namesSameItem) {
			return reject("E047", "duplicate_entry",
				fields{"kind": entry.Kind, "ordinal": entry.Ordinal})
		}
	}
	for _, entry := range asked.Entries {
		switch {
		case !slices.Contains(kinds, entry.Kind):
			return reject("E047", "invalid_kind", fields{"kind": entry.Kind})
		case entry.Status != completed && entry.Status != deferred:
			return invalidStatus(entry.Status)
		case entry.Status == deferred && (entry.Reason == nil || *entry.Reason == ""):
			return reject("E047", "missing_reason", fields{})
		case s.item(entry.Kind, entry.Ordinal) == nil:
			return s.unknownItem(entry.Kind, entry.Ordinal)
		}
	}
	return nil
}

func (e batchEntry) namesSameItem(other batchEntry) bool {
	return e.Kind == other.Kind && e.Ordinal == other.Ordinal
}

// countChanges answers how many items have another status or reason than before (CHK-7).
func (s *step) countChanges(apply func()) fields {
	before := make(map[*item]item, len(s.Items))
	for _, i := range s.Items {
		before[i] = *i
	}
	apply()
	updated := s.count(func(i *item) bool {
		return i.Status != before[i].Status || !equal(i.Reason, before[i].Reason)
	})
	return fields{"answer": "items_updated", "items_updated": updated}
}

// recordArtifact leaves a note on a step (CHK-10).
func (s *store) recordArtifact(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	found := p.step(asked.Step)
	if err := p.checkHolder(found, asked); err != nil {
		return nil, err
	}
	summary := []rune(asked.Summary)
	if len(summary) > maximalSummary {
		summary = summary[:maximalSummary]
	}
	p.LastArtifactID++
	found.Artifacts = append(found.Artifacts, artifact{
		ID: p.LastArtifactID, Kind: asked.Kind, Summary: string(summary), RecordedAt: asked.Now,
	})
	return fields{"answer": "artifact_recorded", "artifact_id": p.LastArtifactID}, nil
}

// item gives the item of a kind with an ordinal, or nil.
func (s *step) item(kind string, ordinal int) *item {
	for _, i := range s.Items {
		if i.Kind == kind && i.Ordinal == ordinal {
			return i
		}
	}
	return nil
}

func (s *step) unknownItem(kind string, ordinal int) error {
	count := s.count(func(i *item) bool { return i.Kind == kind })
	return reject("E047", "unknown_item",
		fields{"kind": kind, "ordinal": ordinal, "count": count})
}

func invalidStatus(status string) error {
	return reject("E047", "invalid_status", fields{"status": status})
}
