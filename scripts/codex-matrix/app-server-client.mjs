// A JSON-RPC client of `codex app-server`, as small as the probes need it.

const ANSWER_LIMIT_MS = 10_000;

/** codex answered a request with an error. */
export class RequestRefused extends Error {}
/** What was waited for did not come. */
export class Unanswered extends Error {}
/** The process ended first. */
export class ServerExited extends Error {}

export class AppServerClient {
  #id = 0;
  #pending = new Map();
  #waiting = [];
  #rest = '';
  /** Answers what codex asks; by default nothing is allowed. */
  onRequest = () => ({ decision: 'decline' });

  /** @param child `codex app-server` with three pipes */
  constructor(child) {
    this.child = child;
    this.stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
    child.once('exit', (code) => this.#gone(new ServerExited(`exit ${code}`)));
  }

  async initialize() {
    const { userAgent } = await this.request('initialize', {
      clientInfo: { name: 'codex-structured-matrix', title: null, version: '0.0.0' },
      capabilities: { experimentalApi: true, requestAttestation: false },
    });
    this.#send({ method: 'initialized' });
    return userAgent;
  }

  request(method, params) {
    this.#id += 1;
    const id = this.#id;
    this.#send({ id, method, params });
    return this.#within(`${method} unanswered`, (resolve, reject) =>
      this.#pending.set(id, { resolve, reject }),
    );
  }

  /** Resolves with the parameters of the first notification of this method that is to come. */
  notified(method) {
    return this.#within('turn never ends', (resolve, reject) =>
      this.#waiting.push({ method, resolve, reject }),
    );
  }

  #within(lateNote, register) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unanswered(lateNote)), ANSWER_LIMIT_MS);
      const settle = (act) => (value) => {
        clearTimeout(timer);
        act(value);
      };
      register(settle(resolve), settle(reject));
    });
  }

  #send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.#take(JSON.parse(line));
  }

  #take({ id, method, params, result, error }) {
    if (method !== undefined && id !== undefined) {
      this.#send({ id, result: this.onRequest(method, params) });
    } else if (method !== undefined) {
      const [now, later] = [[], []];
      for (const waiter of this.#waiting) (waiter.method === method ? now : later).push(waiter);
      this.#waiting = later;
      for (const { resolve } of now) resolve(params);
    } else {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) pending?.resolve(result);
      else pending?.reject(new RequestRefused(error.message));
    }
  }

  #gone(error) {
    for (const { reject } of [...this.#pending.values(), ...this.#waiting]) reject(error);
  }
}
