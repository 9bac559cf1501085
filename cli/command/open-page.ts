import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, release, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import open from 'open';
import { toJson } from '../../src/util/json.js';
import { asObject } from '../../src/protocol/decode/values.js';
import { jsonResponse, readBytes, refusal } from '../relay/answers.js';
import { errorText } from './error-texts.js';

/** Milliseconds for which a file or a code leads to the page. A browser takes seconds to start. */
const WAY_MS = 60_000;
/** Milliseconds to find out which browser is the default one. */
const ASK_MS = 2000;
/** Bytes of a code: 128 bits cannot be guessed. */
const CODE_BYTES = 16;
/** Bytes of the body of a request with a code, which has under 100. A longer one is refused. */
const MAX_CODE_REQUEST_BYTES = 1000;

/** The page of a launch, and what it needs to use its servers. */
export interface LaunchPage {
  readonly url: string;
  readonly secret: string;
}

/**
 * Opens the page in the default browser. The secret is in no command line, because every user of a computer can read
 * those. It is in a file that only this user can read. If the browser cannot read that file, it gets a one-time code
 * for the secret.
 */
export async function openPage(page: LaunchPage, code: OneTimeCode): Promise<void> {
  const address = (await readsOurFiles()) ? fileLeadingTo(page) : `${page.url}/#code-${code.make()}`;
  // Without a browser, the user still has the address in the terminal.
  await open(address).then(
    (child) => child.once('error', () => {}),
    () => {},
  );
}

function fileLeadingTo({ url, secret }: LaunchPage): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-'));
  const file = path.join(folder, 'page.html');
  const address = `${url}/#${secret}`;
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>mcp-embed</title><meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">mcp-embed</a></html>\n`,
    { mode: 0o600 },
  );
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, WAY_MS).unref();
  process.once('exit', remove);
  return pathToFileURL(file).href;
}

/**
 * True if the default browser can read a file in the temporary folder. Snap and flatpak give a browser its own
 * temporary folder; on Windows an editor may open the file instead, and other users cannot read command lines there.
 */
async function readsOurFiles(): Promise<boolean> {
  if (process.platform === 'darwin') return true;
  if (process.platform !== 'linux' || /microsoft/i.test(release())) return false;
  const entry = await promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { timeout: ASK_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  const isOfSnap = /^[a-z\d-]+_[\w-]+\.desktop$/i.test(entry);
  const ofFlatpak = ['/var/lib/flatpak', path.join(homedir(), '.local/share/flatpak')];
  return (
    !isOfSnap && !ofFlatpak.some((folder) => existsSync(path.join(folder, 'exports/share/applications', entry || '-')))
  );
}

/**
 * A code that gives the secret once. If another process reads the code and uses it first, the second use reveals that.
 */
export class OneTimeCode {
  readonly #secret: string;
  readonly #onSecondUse: () => void;
  #code: string | undefined;
  #until = 0;
  #isUsed = false;

  constructor(secret: string, onSecondUse: () => void) {
    this.#secret = secret;
    this.#onSecondUse = onSecondUse;
  }

  make(): string {
    this.#until = performance.now() + WAY_MS;
    return (this.#code = randomBytes(CODE_BYTES).toString('base64url'));
  }

  /** Answers a request that has the code in its body. */
  async exchange(request: Request): Promise<Response> {
    const refused = refusal(403, errorText('command.codeRefused'));
    if (request.method !== 'POST') return refused;
    let code: unknown;
    try {
      code = asObject(JSON.parse(new TextDecoder().decode(await readBytes(request, MAX_CODE_REQUEST_BYTES))))?.['code'];
    } catch {
      return refused;
    }
    if (this.#code === undefined || code !== this.#code || performance.now() > this.#until) return refused;
    if (this.#isUsed) {
      this.#onSecondUse();
      return refused;
    }
    this.#isUsed = true;
    return jsonResponse(toJson({ secret: this.#secret }));
  }
}
