// Command queue calls goqite as it is asked: a JSON object per line, and its result.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"time"

	_ "github.com/mattn/go-sqlite3"
	"maragu.dev/goqite"
)

type asked struct {
	Verb, File, Schema, Item string
	Lease                    float64
}

func main() {
	var queue *goqite.Queue
	all, lines, replies := context.Background(), json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var ask asked
		if lines.Decode(&ask) != nil {
			return
		}
		var result any
		var err error
		id, lease := goqite.ID(ask.Item), time.Duration(ask.Lease*float64(time.Second))
		switch ask.Verb {
		case "open":
			var db *sql.DB
			db, err = sql.Open("sqlite3", ask.File+"?_journal=WAL&_timeout=5000&_fk=true")
			db.SetMaxOpenConns(1)
			if ask.Schema != "" {
				_, err = db.Exec(ask.Schema)
			}
			queue = goqite.New(goqite.NewOpts{DB: db, Name: "jobs", Timeout: lease})
		case "put":
			result, err = queue.SendAndGetID(all, goqite.Message{Body: []byte(ask.Item)})
		case "take":
			if message, failed := queue.Receive(all); message != nil {
				result = message.ID
			} else {
				err = failed
			}
		case "renew":
			err = queue.Extend(all, id, lease)
		case "give_back":
			err = queue.Extend(all, id, 0)
		case "finish":
			err = queue.Delete(all, id)
		}
		if err != nil {
			result = map[string]string{"error": err.Error()}
		}
		replies.Encode(result)
	}
}
