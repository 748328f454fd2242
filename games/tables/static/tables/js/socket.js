/** The table's socket: connects, and connects again until it is closed for good. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const ANSWER_MS = 4000;
/** The server pings once a second; a line that is silent this long is dead. */
const SILENT_MS = 10_000;
/** The server's words that trying again is of no use, and what they mean. */
const FINAL = new Map([
  [4401, "signed-out"],
  [4403, "barred"],
  [4404, "closed"],
  [4430, "too-many"],
]);
/** The server's word that its process ends, and that others serve. */
const RESTART = 1012;

/** How long to wait before the try after `failures` failed ones. */
export function waitMs(failures, random = Math.random(), code = null) {
  if (code === RESTART && failures === 0) return random * FIRST_WAIT_MS;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  // Spread out, so that a server that comes back is not met by everybody at once.
  return wait * (0.5 + random / 2);
}

export class Socket {
  /**
   * `hear(message)` gets every message, `tell(status)` one of "connecting",
   * "open", "lost", "closed", "signed-out", "barred", "too-many" whenever it changes.
   */
  constructor(path, { hear, tell }) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.hear = hear;
    this.tell = tell;
    this.failures = 0;
    this.status = null;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
    addEventListener("pageshow", ({ persisted }) => persisted && this.hurry());
    this.connect();
  }

  /** Sends a message; false when there is no line to send it on. */
  send(message) {
    if (this.line?.readyState !== WebSocket.OPEN) return false;
    this.line.send(JSON.stringify(message));
    return true;
  }

  /** Asks for the whole table; a line that does not answer is taken for dead. */
  sync() {
    if (!this.send({ type: "sync" })) return;
    this.expect(ANSWER_MS);
  }

  /** Takes the line for dead unless something comes over it in time. */
  expect(ms) {
    clearTimeout(this.dead);
    const { line } = this;
    this.dead = setTimeout(() => line === this.line && this.drop(), ms);
  }

  connect() {
    clearTimeout(this.timer);
    const line = new WebSocket(this.url);
    this.line = line;
    if (this.status === null) this.report("connecting");
    this.expect(SILENT_MS);
    line.onmessage = ({ data }) => {
      // Not when it opens: a server without its database closes it at once.
      this.failures = 0;
      this.report("open");
      this.expect(SILENT_MS);
      const message = JSON.parse(data);
      if (message.type === "ping") this.send({ type: "pong" });
      this.hear(message);
    };
    line.onclose = ({ code }) => line === this.line && this.closed(code);
  }

  closed(code) {
    this.line = null;
    clearTimeout(this.dead);
    if (FINAL.has(code)) {
      this.report(FINAL.get(code));
      return;
    }
    this.report("lost");
    this.timer = setTimeout(() => this.connect(), waitMs(this.failures, Math.random(), code));
    this.failures += 1;
  }

  /** Gives up a line that may never report its own end. */
  drop() {
    const { line } = this;
    this.line = null;
    clearTimeout(this.dead);
    line?.close();
    this.report("lost");
    this.connect();
  }

  /** Closes the line without a word, until `hurry`. */
  rest() {
    clearTimeout(this.timer);
    clearTimeout(this.dead);
    const { line } = this;
    this.line = null;
    // The browser complains of whoever hangs up before he is through.
    if (line?.readyState === WebSocket.CONNECTING) line.onopen = () => line.close();
    else line?.close();
  }

  /** The same for good. */
  end() {
    this.rest();
    this.status = "closed";
  }

  /** The network or the reader is back: no more waiting. */
  hurry() {
    if ([...FINAL.values()].includes(this.status)) return;
    if (this.line?.readyState === WebSocket.OPEN) this.sync();
    else if (this.line?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  report(status) {
    if (status === this.status) return;
    this.status = status;
    this.tell(status);
  }
}
