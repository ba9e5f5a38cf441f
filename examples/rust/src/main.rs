//! Keeps plans, claims and checklists in memory and answers the requests of the planspec
//! protocol: JSON lines on standard input and output.

mod checklists;
mod claims;
mod completion;
mod holding;
mod outcomes;
mod plans;
mod requests;
mod steps;

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use serde_json::{json, Value};

use outcomes::Rejection;
use plans::Store;
use requests::{Operation, Request};

const PROTOCOL: &str = "planspec 1";

fn main() -> io::Result<()> {
    let mut store = Store::default();
    let mut input = BufReader::new(io::stdin());
    // Locked standard output would be written at the end of every line.
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let request = serde_json::from_str::<Request>(&line);
        let is_last = matches!(request, Ok(Request::Bye));
        let reply = match request {
            Ok(request) => reply_to(&mut store, request),
            Err(error) => failure(format!("this is no request: {error}")),
        };
        writeln!(output, "{reply}")?;
        if is_last {
            break;
        }
        line.clear();
        // Several requests may be sent ahead; their replies are written together.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}

fn reply_to(store: &mut Store, request: Request) -> Value {
    match request {
        Request::Hello { protocols } => hello(&protocols),
        Request::Reset { plan, definition } => {
            *store = Store::default();
            if let (Some(path), Some(definition)) = (plan, definition) {
                store.register(path, definition);
            }
            json!({"reply": "ok"})
        }
        Request::Op(operation) => match operate(store, operation) {
            Ok(answer) => with_reply("ok", answer),
            Err(rejection) => with_reply("rejected", json!(rejection)),
        },
        Request::Observe => with_reply("ok", json!(store)),
        Request::Bye => json!({"reply": "ok"}),
    }
}

fn hello(offered: &[String]) -> Value {
    if !offered.iter().any(|version| version == PROTOCOL) {
        return failure(format!("none of the protocols {offered:?} is {PROTOCOL:?}"));
    }
    json!({
        "reply": "ok", "protocol": PROTOCOL,
        "name": "example-rust", "version": env!("CARGO_PKG_VERSION"), "language": "Rust",
        "areas": ["claims", "checklists", "completion"],
        "clock": "virtual", "observe": "full", "faults": [], "window": 64, "editions": ["2026.2"],
    })
}

fn operate(store: &mut Store, operation: Operation) -> Result<Value, Rejection> {
    Ok(match operation {
        Operation::Claim(claim) => json!(store.claim(claim)?),
        Operation::Start(start) => json!(store.start(start)?),
        Operation::Heartbeat(heartbeat) => json!(store.heartbeat(heartbeat)?),
        Operation::Release(release) => json!(store.release(release)?),
        Operation::Reset(reset) => json!(store.reset(reset)?),
        Operation::Ready(ready) => json!(store.ready(ready)?),
        Operation::Update(update) => json!(store.update(update)?),
        Operation::Batch(batch) => json!(store.batch(batch)?),
        Operation::RecordArtifact(artifact) => json!(store.record_artifact(artifact)?),
        Operation::Complete(complete) => json!(store.complete(complete)?),
        Operation::Reconcile(reconcile) => json!(store.reconcile(reconcile)?),
    })
}

fn with_reply(reply: &str, mut fields: Value) -> Value {
    fields["reply"] = json!(reply);
    fields
}

fn failure(message: String) -> Value {
    json!({"reply": "error", "message": message})
}
