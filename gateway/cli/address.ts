import type { Settings } from '../config.ts';

type Place = Pick<Settings, 'host' | 'port' | 'publicUrl' | 'tlsCert' | 'tlsKey'>;

/** Where a person on this machine reaches the gateway, without a final slash: the public address where one is set. */
export const addressOf = ({ host, port, publicUrl, tlsCert, tlsKey }: Place): string => {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = tlsCert !== undefined && tlsKey !== undefined ? 'https' : 'http';
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

/** What a person pastes into an MCP client: the Claude Code command, and plain JSON for the others. */
export const clientLines = (url: string, token: string): string[] => [
  'Claude Code:',
  `  claude mcp add --transport http intendant ${url}/mcp --header "Authorization: Bearer ${token}"`,
  'Other MCP clients:',
  `  ${JSON.stringify({
    mcpServers: {
      intendant: { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${token}` } },
    },
  })}`,
];
