package main

import "slices"

type planDefinition struct {
	Title        string           `json:"title"`
	DocumentHash string           `json:"document_hash"`
	Steps        []stepDefinition `json:"steps"`
}

type stepDefinition struct {
	Anchor       string           `json:"anchor"`
	Title        string           `json:"title"`
	Dependencies []string         `json:"dependencies"`
	Items        []itemDefinition `json:"items"`
	Substeps     []stepDefinition `json:"substeps"`
}

type itemDefinition struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// register makes a plan known, or brings it up to date (PLN-1, PLN-2, PLN-4, PLN-5, PLN-7).
func (s *store) register(asked *request) (fields, error) {
	old := s.plans[asked.Plan]
	if old != nil && old.DocumentHash == asked.Definition.DocumentHash {
		return fields{
			"answer": "registered", "already_initialized": true, "step_count": 0,
			"substep_count": 0, "dep_count": 0, "checklist_count": 0, "resynced": false,
			"kept": 0, "dropped": 0,
		}, nil
	}
	registered := asked.Definition.newPlan(asked.Plan)
	if err := registered.check(); err != nil {
		return nil, err
	}
	found := newResync(old, registered)
	if old != nil {
		found.run()
	}
	s.plans[asked.Plan] = registered
	dependencies, items := 0, 0
	for _, each := range registered.Steps {
		dependencies += len(each.Dependencies)
		items += len(each.Items)
	}
	top := len(registered.topLevel())
	return fields{
		"answer": "registered", "already_initialized": false, "step_count": top,
		"substep_count": len(registered.Steps) - top, "dep_count": dependencies,
		"checklist_count": items, "resynced": old != nil, "kept": len(found.kept),
		"dropped":    len(found.changed) + len(found.removed),
		"kept_steps": found.kept, "changed_steps": found.changed, "removed_steps": found.removed,
	}, nil
}

// show gives all that is stored of a plan, and whether it has drifted.
func (s *store) show(asked *request) (fields, error) {
	p, err := s.find(asked.Plan)
	if err != nil {
		return nil, err
	}
	drifted := p.DocumentHash != asked.DocumentHash
	return fields{"answer": "shown", "plan": p, "drifted": drifted}, nil
}

// newPlan makes the plan that a document describes, before any work on it (PLN-1).
func (d *planDefinition) newPlan(path string) *plan {
	p := &plan{
		Path: path, DocumentHash: d.DocumentHash, Title: d.Title, Status: "active",
		Steps: []*step{},
	}
	for _, defined := range d.Steps {
		p.add(defined, nil)
		for _, substep := range defined.Substeps {
			p.add(substep, pointer(defined.Anchor))
		}
	}
	return p
}

func (p *plan) add(defined stepDefinition, parent *string) {
	added := &step{
		Anchor: defined.Anchor, Index: len(p.Steps), Title: defined.Title, Parent: parent,
		Dependencies: []string{}, Status: pending, Items: []*item{}, Artifacts: []artifact{},
	}
	for _, dependency := range defined.Dependencies {
		if !slices.Contains(added.Dependencies, dependency) {
			added.Dependencies = append(added.Dependencies, dependency)
		}
	}
	for _, kind := range kinds {
		ordinal := 0
		for _, line := range defined.Items {
			if line.Kind == kind {
				added.Items = append(added.Items,
					&item{Kind: kind, Ordinal: ordinal, Text: line.Text, Status: open})
				ordinal++
			}
		}
	}
	p.Steps = append(p.Steps, added)
}

// check refuses a plan that nobody could finish (PLN-4, PLN-5).
func (p *plan) check() error {
	if len(p.Steps) == 0 {
		return reject("E032", "plan_without_steps", fields{})
	}
	seen := map[string]bool{}
	for _, s := range p.Steps {
		if seen[s.Anchor] {
			return reject("E006", "duplicate_anchor", fields{"step": s.Anchor})
		}
		seen[s.Anchor] = true
	}
	for _, s := range p.Steps {
		for _, dependency := range s.Dependencies {
			if !seen[dependency] {
				return reject("E010", "unknown_dependency",
					fields{"step": s.Anchor, "dependency": dependency})
			}
		}
	}
	for _, s := range p.Steps {
		if reaches(s, s, p.dependenciesOf, map[*step]bool{}) ||
			s.Parent == nil && reaches(s, s, p.parentsOfDependenciesOf, map[*step]bool{}) {
			return reject("E011", "circular_dependency", fields{"step": s.Anchor})
		}
	}
	return nil
}

func (p *plan) dependenciesOf(s *step) []*step {
	var found []*step
	for _, anchor := range s.Dependencies {
		found = append(found, p.step(anchor))
	}
	return found
}

// parentsOfDependenciesOf gives the dependencies, with the parent in place of a substep.
func (p *plan) parentsOfDependenciesOf(s *step) []*step {
	found := p.dependenciesOf(s)
	for i, dependency := range found {
		if dependency.Parent != nil {
			found[i] = p.step(*dependency.Parent)
		}
	}
	return found
}

// reaches tells whether following the edges leads from one step to another.
func reaches(from, to *step, edges func(*step) []*step, visited map[*step]bool) bool {
	for _, next := range edges(from) {
		if next == to {
			return true
		}
		if !visited[next] {
			visited[next] = true
			if reaches(next, to, edges, visited) {
				return true
			}
		}
	}
	return false
}
