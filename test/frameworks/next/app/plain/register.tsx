'use client';
import 'mcp-embed/define';

export function Register() {
  return null;
}
