// Runs under the strictest policy (web-test-runner.config.mjs sends it). Goes through the whole flow and tells the test
// what the browser complained about.
import { ClientHarness } from '../e2e/client-harness.js';

const violations: string[] = [];
document.addEventListener(
  'securitypolicyviolation',
  ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) =>
    violations.push(`${effectiveDirective} ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`),
);

async function run(url: string): Promise<void> {
  const client = await ClientHarness.connect(url, {
    capabilities: 'sampling elicitation',
    storage: 'local',
    sessionOptions: { namespace: `csp-${crypto.randomUUID()}` },
  });
  await client.choose('Tools', 'get-sum');
  await client.fill('a', '2');
  await client.fill('b', '3');
  await client.press('Run get-sum');
  await client.reads('The sum of 2 and 3 is 5.');
  await client.choose('Tools', 'draw-flag');
  await client.press('Run draw-flag');
  await client.until(() => client.all<HTMLImageElement>('img').find((each) => each.naturalWidth > 0), 'a picture');
  await client.choose('Tools', 'unload-cargo');
  await client.fill('duration', '1');
  await client.fill('steps', '4');
  await client.press('Run unload-cargo');
  await client.reads('Unloaded 4 crates');
  await client.choose('Resources', 'Harbour handbook');
  await client.reads(/Three things to know/);
  await client.choose('Prompts', 'describe-cargo');
  await client.fill('cargo', 'tea');
  await client.press('Get describe-cargo');
  await client.reads(/Describe a cargo of tea/);
  await client.choose('Tools', 'ask-model');
  await client.fill('prompt', 'Any news?');
  await client.press('Run ask-model');
  await client.fill('Your reply', 'None.');
  await client.press(/^Send/);
  await client.reads(/says: None\./);
  await client.choose('Tools', 'register-visitor');
  await client.press('Run register-visitor');
  await client.fill('name', 'Ada');
  await client.press(/^Send to/);
  await client.reads(/Welcome, Ada/);
}

/** True where a string may not become markup: without this the test would prove nothing. */
function isEnforced(): boolean {
  try {
    document.createElement('div').innerHTML = '<b></b>';
    return false;
  } catch {
    return true;
  }
}

addEventListener('message', ({ data }: MessageEvent<{ start?: string }>) => {
  if (data.start === undefined) return;
  run(data.start)
    .then(
      () => ({}),
      (error: unknown) => ({ failure: String(error) }),
    )
    .then((outcome) =>
      parent.postMessage({ csp: true, violations: [...violations], enforced: isEnforced(), ...outcome }, '*'),
    );
});
parent.postMessage({ csp: true, loaded: true }, '*');
