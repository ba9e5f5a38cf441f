/** What is used of Node, so that the compiler is the only dependency. */
declare const process: {
  stdin: AsyncIterable<string> & { setEncoding(encoding: "utf8"): void };
  stdout: { write(text: string): boolean };
};
