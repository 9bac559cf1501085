// A server component: attributes are all that it can give. The layout brings the code to the server only, so the page
// has a component for the browser that brings it there.
import { Register } from './register';

export default function Plain() {
  return (
    <>
      <Register />
      <mcp-client url="/mcp" theme="dark">
        <p slot="fallback">The tools of the server show here.</p>
      </mcp-client>
    </>
  );
}
