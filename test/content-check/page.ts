// The page of `npm run check:content`: one stage with some payloads at a time.
import '../../components/define/all.js';
import { sitePolicy } from '../../src/policy/site-policy.js';
import { checkStage, fieldsNotShown, type StageReport } from './check-stage.js';
import type { Stage } from './stage.js';
import { STAGES } from './stages/index.js';
import { Witness } from './witness.js';

const OWN = /^\/(?:$|page\.js|assets\/|scenarios|custom-|[\w-]+\.js$)/;
// The library's own global is there from its first session on: it is no work of a payload.
sitePolicy();
const witness = new Witness((url) => {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && OWN.test(pathname);
});

async function serve(scenario: object): Promise<string> {
  const response = await fetch('/scenarios', { method: 'POST', body: JSON.stringify(scenario) });
  return ((await response.json()) as { url: string }).url;
}

function stageNamed(name: string): Stage {
  const stage = STAGES.find((one) => one.name === name);
  if (!stage) throw new Error(`There is no stage “${name}”.`);
  return stage;
}

async function check(
  name: string,
  payloads: readonly string[],
  fields: readonly string[] | null,
): Promise<StageReport> {
  return checkStage(stageNamed(name), payloads, witness, serve, fields ?? undefined);
}

/** As `check`, with another payload in each field; in each turn, each payload is in another field. */
async function checkSpread(name: string, payloads: readonly string[], turn: number): Promise<StageReport> {
  return checkStage(spread(stageNamed(name), payloads, turn), payloads, witness, serve);
}

function spread(stage: Stage, payloads: readonly string[], turn: number): Stage {
  const { fields } = stage;
  const boxes = Array.from({ length: Math.ceil(payloads.length / fields.length) }, (_, box) => `box ${box}`);
  const payloadIn = (field: string, box: string): string => {
    const place = (fields.indexOf(field) + turn) % fields.length;
    return payloads[boxes.indexOf(box) * fields.length + place] ?? 'plain words';
  };
  return {
    ...stage,
    show: (given) => stage.show({ ...given, payloads: boxes, put: payloadIn, box: () => given.box() }),
  };
}

/** The stages, and which of their fields come to stand nowhere. */
async function about(): Promise<object> {
  const all: object[] = [];
  for (const stage of STAGES)
    all.push({ name: stage.name, fields: stage.fields, notShown: await fieldsNotShown(stage, serve) });
  return all;
}

Object.assign(globalThis, { check, checkSpread, about });
witness.take();
