// The network between some phones and the server, as a process of its own.
import { type Network, openNetwork } from '../../tests/support/network.ts'
import { answer } from './processes.ts'

let network: Network | undefined

const answers = {
  /** Opens the way to a port of the machine; answers the port that phones use. */
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
