import { type Network, openNetwork } from '#tests/support/server/network.ts'
import { answer } from './processes.ts'

let network: Network | undefined

const answers = {
  /** Opens a network that leads to `port` of the machine; returns the port that phones use. */
  async open(port: number): Promise<number> {
    network = await openNetwork(port)
    return network.port
  },
  cut: () => network?.cut(),
  freeze: () => network?.freeze(),
  mend: () => network?.mend(),
}
export type NetworkAnswers = typeof answers

answer(answers)
