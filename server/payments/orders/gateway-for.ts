import type { GatewayName } from '#contract/payments/payments.ts'
import type { Gateway, Gateways } from '#server/payments/gateway.ts'

export const gatewayNamed = (gateways: Gateways, name: GatewayName | undefined): Gateway | undefined =>
  name === undefined ? [...gateways.values()][0] : gateways.get(name)
