import 'mcp-embed/define';

export const right = (isReader: boolean) => (
  <mcp-client
    key="client"
    id="client"
    class="wide"
    style={{ width: '100%' }}
    slot="main"
    url="https://example.com/mcp"
    theme="dark"
    readOnly={isReader}
    read-only={isReader}
    headers={{ authorization: 'Bearer 1' }}
    onClick={(event) => event.clientX}
    onMcpToolResult={(event) => event.durationMs.toFixed() + event.currentTarget.url}
  />
);

/* JSX of Vue lets every element name pass. */
export const wrong = [
  // @ts-expect-error No such property.
  <mcp-client adress="" />,
  // @ts-expect-error It is a text.
  <mcp-client url={5} />,
  // @ts-expect-error No such theme.
  <mcp-client theme="darkish" />,
  // @ts-expect-error The handler of another event.
  <mcp-client onMcpError={(event: { durationMs: number }) => event.durationMs} />,
];
