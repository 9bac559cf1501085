import 'mcp-embed/define';
import type { McpClientElement } from 'mcp-embed/elements';

export function Right(props: { url?: string; isReader: boolean }) {
  let client: McpClientElement | undefined;
  return (
    <div on:mcp-error={({ error }) => console.error(error.code)}>
      <mcp-client
        ref={client}
        id="client"
        class="wide"
        classList={{ wide: true }}
        slot="main"
        part="client"
        style={{ width: '100%' }}
        aria-label="Our server"
        onClick={(event) => event.currentTarget.url}
        url={props.url}
        theme="dark"
        read-only={props.isReader}
        prop:readOnly={props.isReader}
        bool:read-only={props.isReader}
        attr:allow-tools="search"
        allow-tools="search"
        headers={{ authorization: 'Bearer 1' }}
        session-options={{ storage: 'none' }}
        prop:sessionOptions={{ storage: 'none' }}
        on:mcp-tool-result={(event) => event.durationMs.toFixed() + event.currentTarget.url}
        on:mcp-error={{ handleEvent: ({ error }) => console.error(error.code), once: true }}
      >
        <p slot="log">Nothing</p>
      </mcp-client>
      <mcp-tool-form tool="echo" on:mcp-tool-call-request={(event) => event.preventDefault()} />
      <mcp-tool-result prop:durationMs={5} duration-ms={5} attr:duration-ms="5" />
    </div>
  );
}

export const wrong = () => [
  // @ts-expect-error No such element.
  <mcp-clinet url="" />,
  // @ts-expect-error No such property.
  <mcp-client adress="" />,
  // @ts-expect-error No such property.
  <mcp-client prop:adress="" />,
  // @ts-expect-error Solid sets `readonly` for it: write read-only or prop:readOnly.
  <mcp-client readOnly={true} />,
  // @ts-expect-error It is a text.
  <mcp-client url={5} />,
  // @ts-expect-error It is a boolean.
  <mcp-client prop:readOnly="false" />,
  // @ts-expect-error It is a boolean.
  <mcp-client bool:read-only="false" />,
  // @ts-expect-error It is not a boolean.
  <mcp-client bool:theme={true} />,
  // @ts-expect-error No such theme.
  <mcp-client attr:theme="darkish" />,
  // @ts-expect-error The element itself sets it.
  <mcp-client prop:status="ready" />,
  // @ts-expect-error The handler of another event.
  <mcp-client on:mcp-error={(event: { durationMs: number }) => event.durationMs} />,
];
