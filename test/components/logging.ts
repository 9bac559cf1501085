import { OwnValues } from '../../src/session/session.js';
import { Store, type LogLevel, type LogMessage, type Session, type SessionState } from '../../src/index.js';

const server = { name: 'files', version: '1', url: 'http://localhost/mcp', revision: 'any', era: 'modern' } as const;

/** As much of a session as the log uses. */
export class Logging {
  readonly own = new OwnValues(this.session);
  readonly log = new Store<readonly LogMessage[]>([]);
  readonly state = new Store<SessionState>({
    phase: 'ready',
    server: { ...server, capabilities: { logging: {} } },
  });
  readonly asked: (LogLevel | undefined)[] = [];
  refuse: Error | undefined;
  setLogLevel = async (level: LogLevel | undefined): Promise<void> => {
    this.asked.push(level);
    if (this.refuse) throw this.refuse;
  };

  get session(): Session {
    return this as unknown as Session;
  }

  /** Lines come together, and the session keeps the last thousand. */
  add(...messages: Partial<LogMessage>[]): void {
    const made = messages.map((each) => ({ level: 'info', data: '', at: Date.now(), ...each }) as LogMessage);
    for (let from = 0; from < made.length; from += 1000)
      this.log.set([...this.log.get(), ...made.slice(from, from + 1000)].slice(-1000));
  }

  /** That many lines: `line 0`, `line 1`, … */
  lines(count: number, from = 0): void {
    this.add(...Array.from({ length: count }, (_, index) => ({ data: `line ${from + index}` })));
  }
}
