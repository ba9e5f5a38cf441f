// Command planspec-example keeps plans, claims and checklists in memory and answers the
// requests of the planspec protocol: JSON lines on standard input and output.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

const protocol = "planspec 1"

// fields are the fields of a reply.
type fields map[string]any

// request has the fields of all requests; each request uses some of them.
type request struct {
	Request           string          `json:"request"`
	Protocols         []string        `json:"protocols"`
	Operation         string          `json:"operation"`
	Plan              string          `json:"plan"`
	Definition        *planDefinition `json:"definition"`
	Step              string          `json:"step"`
	Worktree          *string         `json:"worktree"`
	DocumentHash      string          `json:"document_hash"`
	Now               int64           `json:"now"`
	Lease             int64           `json:"lease"`
	Force             bool            `json:"force"`
	Changes           []statusChange  `json:"changes"`
	Entries           []batchEntry    `json:"entries"`
	History           []historyEntry  `json:"history"`
	AllowReopen       bool            `json:"allow_reopen"`
	AllowDrift        bool            `json:"allow_drift"`
	CompleteRemaining bool            `json:"complete_remaining"`
	Kind              string          `json:"kind"`
	Summary           string          `json:"summary"`
	Reason            *string         `json:"reason"`
	ClaimID           *int64          `json:"claim_id"`
	Fenced            bool            `json:"fenced"`
	Resume            bool            `json:"resume"`
	Shorten           bool            `json:"shorten"`
	LowestID          int64           `json:"lowest_id"`
}

// caller is the worktree of the request, empty if it gives none.
func (r *request) caller() string {
	if r.Worktree == nil {
		return ""
	}
	return *r.Worktree
}

var operations = map[string]func(*store, *request) (fields, error){
	"register":        (*store).register,
	"show":            (*store).show,
	"claim":           (*store).claim,
	"start":           (*store).start,
	"heartbeat":       (*store).heartbeat,
	"release":         (*store).release,
	"reset":           (*store).reset,
	"ready":           (*store).ready,
	"update":          (*store).update,
	"batch":           (*store).batch,
	"record_artifact": (*store).recordArtifact,
	"complete":        (*store).complete,
	"reconcile":       (*store).reconcile,
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "planspec-example:", err)
		os.Exit(1)
	}
}

// serve answers one line after the other, until `bye` or the end of the input. Replies are
// written together when no more requests are waiting, as several may be sent ahead.
func serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	written := bufio.NewWriter(out)
	replies := json.NewEncoder(written)
	held := newStore()
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err == io.EOF {
			return nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("reading a request: %w", err)
		}
		var asked request
		var reply fields
		if err := json.Unmarshal(line, &asked); err != nil {
			reply = failure(fmt.Sprintf("this is no request: %v", err))
		} else {
			reply = answer(&held, &asked)
		}
		if err := replies.Encode(reply); err != nil {
			return fmt.Errorf("writing a reply: %w", err)
		}
		if lines.Buffered() == 0 || asked.Request == "bye" {
			if err := written.Flush(); err != nil {
				return fmt.Errorf("writing a reply: %w", err)
			}
		}
		if asked.Request == "bye" {
			return nil
		}
	}
}

func answer(held **store, asked *request) fields {
	switch asked.Request {
	case "hello":
		return hello(asked.Protocols)
	case "reset":
		*held = newStore()
		if asked.Definition != nil {
			(*held).plans[asked.Plan] = asked.Definition.newPlan(asked.Plan)
		}
		return fields{"reply": "ok"}
	case "op":
		return operate(*held, asked)
	case "observe":
		return (*held).observe()
	case "bye":
		return fields{"reply": "ok"}
	}
	return failure(fmt.Sprintf("unknown request %q", asked.Request))
}

func hello(offered []string) fields {
	if !slices.Contains(offered, protocol) {
		return failure(fmt.Sprintf("none of the protocols %q is %q", offered, protocol))
	}
	return fields{
		"reply":    "ok",
		"protocol": protocol,
		"name":     "example-go",
		"version":  "2.0",
		"language": "Go",
		"areas":    []string{"plans", "claims", "checklists", "completion"},
		"clock":    "virtual",
		"observe":  "full",
		"faults":   []string{},
		"window":   64,
		"editions": []string{"2026.2"},
	}
}

func operate(held *store, asked *request) fields {
	operation, known := operations[asked.Operation]
	if !known {
		return fields{"reply": "unsupported", "why": "there is no operation " + asked.Operation}
	}
	reply, err := operation(held, asked)
	var refused *rejection
	switch {
	case errors.As(err, &refused):
		return fields{
			"reply": "rejected", "code": refused.code, "reason": refused.reason,
			"details": refused.details,
		}
	case err != nil:
		return failure(err.Error())
	}
	reply["reply"] = "ok"
	return reply
}

func failure(message string) fields {
	return fields{"reply": "error", "message": message}
}
