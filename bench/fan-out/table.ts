import { machine } from '#bench/kit/machine.ts'

export interface Row {
  what: string
  limit: number
  ours: number
  peer?: number
  unit: string
  note?: string
}

/** Prints progress for the person who runs the benchmark. */
export function say(line: string): void {
  console.error(`${new Date().toTimeString().slice(0, 8)} ${line}`)
}

export function tableOf(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ what, limit, ours, peer, unit, note }) => {
    const ratio = limit === 0 ? '' : (ours / limit).toFixed(2)
    return [
      what,
      `${limit} ${unit}`,
      `${ours.toFixed(1)} ${unit}`,
      ratio + (ours > limit ? ' over' : ''),
      peerOf(ours, peer, unit),
      note ?? '',
    ]
  })
  const head = [title, 'limit', 'ours', 'ours / limit', 'a bare TCP server', '']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${table}\n\nnode bench/fan-out.ts ${process.argv.slice(2).join(' ')}\n${machine()}`
}

const peerOf = (ours: number, peer: number | undefined, unit: string): string =>
  peer === undefined ? '' : `${peer.toFixed(1)} ${unit}, ours ${(ours / peer).toFixed(1)} ×`
