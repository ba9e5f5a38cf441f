// Command porcupine judges histories of a register and of a lock, which bench/histories.py writes.
//
// It reads one history per line of standard input, and prints the verdict and the CPU seconds of
// each as a line of JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"syscall"
	"time"

	"github.com/anishathalye/porcupine"
)

type call struct {
	Client  int    `json:"client"`
	Began   int64  `json:"began"`
	Ended   *int64 `json:"ended"` // nil if the outcome is unknown
	Name    string `json:"name"`
	Value   int    `json:"value"`   // what is written
	Outcome int    `json:"outcome"` // what is read, or the id of a claim, or 1 for a release; 0 if refused
}

type history struct {
	Kind    string  `json:"kind"`
	Seconds float64 `json:"seconds"`
	Calls   []call  `json:"calls"`
}

type answer struct {
	outcome int
	known   bool
}

type lock struct {
	holder int // 0 if nobody holds it
	ids    int
}

var register = porcupine.Model{
	Init: func() interface{} { return 0 },
	Step: func(state, input, output interface{}) (bool, interface{}) {
		asked, got := input.(call), output.(answer)
		if asked.Name == "write" {
			return true, asked.Value
		}
		return !got.known || got.outcome == state.(int), state
	},
}

var claims = porcupine.Model{
	Init: func() interface{} { return lock{} },
	Step: func(state, input, output interface{}) (bool, interface{}) {
		before, asked, got := state.(lock), input.(call), output.(answer)
		after, outcome := before, 0
		holds := before.holder == asked.Client
		switch {
		case asked.Name == "claim" && (holds || before.holder == 0):
			after = lock{asked.Client, before.ids + 1}
			outcome = after.ids
		case asked.Name == "release" && holds:
			after.holder = 0
			outcome = 1
		}
		return !got.known || got.outcome == outcome, after
	},
}

func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func judge(found history) (string, float64) {
	operations := make([]porcupine.Operation, len(found.Calls))
	for place, each := range found.Calls {
		ended, known := int64(math.MaxInt64), each.Ended != nil
		if known {
			ended = *each.Ended
		}
		operations[place] = porcupine.Operation{
			ClientId: each.Client, Input: each, Call: each.Began,
			Output: answer{each.Outcome, known}, Return: ended,
		}
	}
	model := map[string]porcupine.Model{"register": register, "lock": claims}[found.Kind]
	begun := cpu()
	limit := time.Duration(found.Seconds * float64(time.Second))
	verdict := porcupine.CheckOperationsTimeout(model, operations, limit)
	words := map[porcupine.CheckResult]string{
		porcupine.Ok: "explained", porcupine.Illegal: "contradicted", porcupine.Unknown: "unknown",
	}
	return words[verdict], cpu() - begun
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var found history
		if err := json.Unmarshal(lines.Bytes(), &found); err != nil {
			fmt.Fprintf(os.Stderr, "cannot read a history: %v; expected one per line\n", err)
			os.Exit(2)
		}
		verdict, seconds := judge(found)
		fmt.Printf("{\"verdict\":%q,\"seconds\":%.6f}\n", verdict, seconds)
	}
}
