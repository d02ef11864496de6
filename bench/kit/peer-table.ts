/** Formatted for the table; `ok` is false if the limit is exceeded. */
export interface Compared {
  what: string
  limit: string
  peer: string
  ours: string
  ratio: string
  ok: boolean
}

export const peerTable = (rows: readonly Compared[]): string =>
  [
    '| what | limit | peer | ours | ratio |\n|---|---|---|---|---|',
    ...rows.map(
      ({ what, limit, peer, ours, ratio, ok }) => `| ${what} | ${limit} | ${peer} | ${ours} | ${ratio}${ok ? '' : ' (missed)'} |`,
    ),
  ].join('\n')
