// Whoever searches asks in words of their own: this says them to the search in words of this site. Left
// alone, the search takes every word as the beginning of one, so that an "a" finds all that begin so.
(() => {
  const ALSO = {
    agent: "worker", session: "worker", process: "worker", job: "step", ticket: "step", task: "step",
    subtask: "substep", todo: "item", kill: "dies", crash: "dies", lock: "lease", timeout: "lease",
    undo: "reset", reopen: "reset", revert: "reset", rollback: "reset", unlock: "release", skip: "defer",
    circular: "cycle", postgres: "postgresql", github: "ci", version: "edition", status: "show",
  };
  const COMMON = new Set(
    ("about after again also and any are been before but can cannot could did does doing done for from " +
      "had happen happens has have how into its just make more most must need not now off own right should " +
      "some such than that the their them then there these they this those use was were what when where " +
      "which while who why will with without would you your").split(" "),
  );
  const stem = (word) => word.replace(/(?<=.{4})(ies|ied|ing|ed|es|s|y|e)$/, "");

  // A word of four letters or more may go on; a shorter one is meant as it is.
  const terms = (word) => {
    const root = stem(word);
    return [root.length > 3 ? root : `${word}^1`, ...[ALSO[word] ?? ALSO[root] ?? []].flat()];
  };
  const asked = (question) => {
    if (/["+:*~^]/.test(question)) return question;
    const words = question.toLowerCase().match(/[\p{L}\d_.-]{2,}/gu) ?? [];
    const telling = words.filter((word) => !COMMON.has(word));
    return [...new Set((telling.length ? telling : words).flatMap(terms))].join(" ");
  };

  const QUERY = 2;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const sent = message?.type === QUERY ? { ...message, data: asked(message.data) } : message;
    return post.call(this, sent, ...rest);
  };
})();
