// The model, as the page asks it: questions go to the worker, answers come back in order.
export class Model {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    waiting = new Map();
    asked = 0;
    constructor() {
        this.worker.addEventListener("message", ({ data }) => {
            this.waiting.get(data.number)?.(data.text);
            this.waiting.delete(data.number);
        });
        this.worker.addEventListener("error", (event) => {
            for (const done of this.waiting.values())
                done(JSON.stringify({ error: event.message }));
        });
    }
    // Ask a question; the promise is rejected with what is wrong with its argument.
    async ask(question, argument) {
        const number = this.asked++;
        const text = await new Promise((resolve) => {
            this.waiting.set(number, resolve);
            this.worker.postMessage({ number, question, argument: JSON.stringify(argument) });
        });
        const found = JSON.parse(text);
        if (found.error !== undefined)
            throw new Error(found.error);
        return found.answer;
    }
    describe = () => this.ask("describe", {});
    play = (question) => this.ask("play", question);
    judge = (name, text) => this.ask("judge", { name, text });
    read = (text) => this.ask("read", { text });
}
