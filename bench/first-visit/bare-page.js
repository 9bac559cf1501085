// The least that shows and runs tools: bare DOM, the same for each client that is compared by it.
/** @param {(name: string, args: object) => Promise<{ content: readonly { text?: string }[] }>} call runs a tool */
export function showTools(tools, call) {
  for (const { name, inputSchema } of tools) {
    const button = document.createElement('button');
    button.textContent = name;
    button.addEventListener('click', () =>
      showForm(Object.keys(inputSchema.properties ?? {}), (args) => call(name, args)),
    );
    page().append(button);
  }
}

function showForm([field], call) {
  const input = document.createElement('input');
  const run = document.createElement('button');
  const result = document.createElement('pre');
  run.textContent = 'Run';
  run.addEventListener('click', async () => {
    const { content } = await call({ [field]: input.value });
    result.textContent = content[0].text;
  });
  page().replaceChildren(input, run, result);
}

const page = () => document.querySelector('main');
