import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { refuseTaskOnly } from '../../src/session/tools.js';
import type { Tool } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { HandRequester } from '../fixtures/requester.js';
import { sessions } from '../fixtures/sessions.js';

const tool = (taskSupport?: string): Tool => ({
  name: 'dig',
  inputSchema: { type: 'object' },
  ...(taskSupport && { execution: { taskSupport } }),
});
const makingTasks = { tools: {}, tasks: { requests: { tools: { call: {} } } } };

describe('a tool that runs as a task only', () => {
  const { open } = sessions();

  it('is known by what its server says of it', async () => {
    const session = await open(everythingUrl);
    const tools = await session.tools.list();
    const research = tools.find(({ name }) => name === 'simulate-research-query');
    expect(research!.execution).to.deep.equal({ taskSupport: 'required' });
  });

  it('is refused where the caller would have to ask for the task', async () => {
    const requester = new HandRequester();
    requester.offers = makingTasks;
    const error = await failureOf(refuseTaskOnly(tool('required'), requester));
    expect(error.code).to.equal('unsupported-method');
    expect(error.message).to.contain('dig').and.to.contain('task');
    expect(error.remedy).to.be.a('string');
  });

  it('is called where the server makes no tasks of calls, whatever it says of its tools', async () => {
    await refuseTaskOnly(tool('required'), new HandRequester());
  });

  for (const support of [undefined, 'optional', 'forbidden'])
    it(`is no other: ${support}`, async () => {
      const requester = new HandRequester();
      requester.offers = makingTasks;
      await refuseTaskOnly(tool(support), requester);
    });
});
