// A server component may import it too: there it registers nothing.
import 'mcp-embed/define';
import type { ReactNode } from 'react';
import './page.css';

export const metadata = { title: 'Next', icons: { icon: 'data:,' } };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
