import 'mcp-embed/define';
import type { McpClientElement } from 'mcp-embed/elements';
import { useRef } from 'react';

export function Right({ url, isReader }: { url?: string; isReader: boolean }) {
  const client = useRef<McpClientElement>(null);
  return (
    <>
      <mcp-client
        ref={client}
        key="client"
        id="client"
        className="wide"
        slot="main"
        part="client"
        style={{ width: '100%' }}
        hidden={false}
        aria-label="Our server"
        data-test="1"
        onClick={(event) => event.currentTarget.url}
        url={url}
        readOnly={isReader}
        allow-tools="search"
        read-only={isReader}
        headers={{ authorization: 'Bearer 1' }}
        sessionOptions={{ storage: 'none' }}
        theme="dark"
        transcript
        onmcp-tool-result={(event) => event.durationMs.toFixed() + event.currentTarget.url}
        onmcp-error={({ error }) => console.error(error.code)}
        onmcp-errorCapture={({ error }) => console.error(error.code)}
      >
        <p slot="log">Nothing</p>
      </mcp-client>
      <mcp-client class="wide" url="https://example.com/mcp" />
      <mcp-tool-form tool="echo" onmcp-tool-call-request={(event) => event.preventDefault()} />
      <mcp-tool-result durationMs={5} duration-ms="5" />
    </>
  );
}

export const wrong = [
  // @ts-expect-error No such element.
  <mcp-clinet url="" />,
  // @ts-expect-error No such property.
  <mcp-client adress="" />,
  // @ts-expect-error It is a text.
  <mcp-client url={5} />,
  // @ts-expect-error It is a boolean.
  <mcp-client readOnly="false" />,
  // @ts-expect-error Neither true nor false.
  <mcp-client read-only="maybe" />,
  // @ts-expect-error No such theme.
  <mcp-client theme="darkish" />,
  // @ts-expect-error The element itself sets it.
  <mcp-client status="ready" />,
  // @ts-expect-error The handler of another event.
  <mcp-client onmcp-error={(event: { durationMs: number }) => event.durationMs} />,
  // @ts-expect-error No function.
  <mcp-client onmcp-error="report()" />,
  // @ts-expect-error The ref of another element.
  <mcp-client ref={(input: HTMLInputElement | null) => input?.value} />,
];
