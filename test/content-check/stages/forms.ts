import { itemsOf } from '../../../src/index.js';
import { connect, create, opening, type Stage } from '../stage.js';

/** The form of a tool, as read from the server's list: everything its schema can say. */
export const toolForms: Stage = {
  name: 'tool forms',
  fields: [
    'form: tool name',
    'form: tool title',
    'form: tool description',
    'form: annotations title',
    'property name',
    'schema title',
    'schema description',
    'schema enum',
    'schema enum names',
    'schema default',
    'schema const',
    'schema pattern',
    'schema format',
    'schema examples',
    'schema $ref',
    'alternative title',
  ],
  async show(given) {
    const { put } = given;
    const tools = given.payloads.map((payload, index) => ({
      name: `${put('form: tool name', payload)}${' '.repeat(index)}`,
      title: put('form: tool title', payload),
      description: put('form: tool description', payload),
      annotations: { title: put('form: annotations title', payload), destructiveHint: true },
      inputSchema: {
        type: 'object',
        description: put('schema description', payload),
        required: ['text', 'choice'],
        properties: {
          text: {
            type: 'string',
            title: put('schema title', payload),
            description: put('schema description', payload),
            default: put('schema default', payload),
            pattern: put('schema pattern', payload),
            format: put('schema format', payload),
            examples: [put('schema examples', payload)],
          },
          choice: { enum: [put('schema enum', payload), 'other'], enumNames: [put('schema enum names', payload), 'x'] },
          fixed: { const: put('schema const', payload) },
          either: {
            anyOf: [
              { type: 'string', title: put('alternative title', payload) },
              { type: 'number', description: put('alternative title', payload) },
            ],
          },
          elsewhere: { $ref: put('schema $ref', payload) },
          [put('property name', payload) || 'empty']: { type: 'boolean' },
        },
      },
    }));
    const { element, session } = await connect(
      given,
      { 'tools/list': { result: { tools } } },
      given.box(),
      opening({}, { tools: {} }),
    );
    await session.tools.refresh();
    for (const [index, definition] of itemsOf(session.tools.state.get()).entries())
      given.box(index).append(create('mcp-tool-form', { definition, session }));
    return () => element.remove();
  },
};

/** The form of a prompt. */
export const promptForms: Stage = {
  name: 'prompt forms',
  fields: [
    'form: prompt name',
    'form: prompt title',
    'form: prompt description',
    'prompt argument name',
    'prompt argument title',
    'prompt argument description',
  ],
  async show(given) {
    const { put } = given;
    const prompts = given.payloads.map((payload, index) => ({
      name: `${put('form: prompt name', payload)}${' '.repeat(index)}`,
      title: put('form: prompt title', payload),
      description: put('form: prompt description', payload),
      arguments: [
        {
          name: put('prompt argument name', payload) || 'empty',
          title: put('prompt argument title', payload),
          description: put('prompt argument description', payload),
        },
      ],
    }));
    const { element, session } = await connect(
      given,
      { 'prompts/list': { result: { prompts } } },
      given.box(),
      opening({}, { prompts: {} }),
    );
    await session.prompts.refresh();
    for (const [index, definition] of itemsOf(session.prompts.state.get()).entries())
      given.box(index).append(create('mcp-prompt-form', { definition, session }));
    return () => element.remove();
  },
};
