import { BarChart } from '@mantine/charts'
import { rupees, rupeesAndPaise } from '#contract/base/money.ts'
import { SHOPS_OF_A_DAY } from '#contract/payments/money.ts'
import type { Money } from '#web/data/money.ts'
import { sayOfMoney, shortDay } from '#web/words/money.ts'
import '@mantine/charts/styles.layer.css'
import '#web/ui/chart.css'

/** All further shops share the last one. */
const colours = ['var(--text)', 'var(--line-strong)', 'var(--precious)', 'var(--action)']

export function DayChart({ money }: { money: Money }) {
  const named = money.byShop.filter(({ shopId }) => shopId !== null).slice(0, SHOPS_OF_A_DAY)
  const hasOthers = money.byShop.length > named.length
  const series = [
    ...named.map(({ name }, i) => ({ name: name ?? '', color: colours[i] ?? '' })),
    ...(hasOthers ? [{ name: sayOfMoney('others'), color: colours[SHOPS_OF_A_DAY] ?? '' }] : []),
  ]
  const data = money.byDay.map(({ day, capturedPaise, shops }) => {
    const own = named.map(({ shopId, name }) => [name ?? '', shops.find((shop) => shop.shopId === shopId)?.capturedPaise ?? 0] as const)
    const others = capturedPaise - own.reduce((sum, [, paise]) => sum + paise, 0)
    return { day: shortDay(day), ...Object.fromEntries(own), ...(hasOthers && { [sayOfMoney('others')]: others }) }
  })
  return (
    <BarChart
      className="chart"
      h={210}
      data={data}
      dataKey="day"
      type="stacked"
      series={series}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 34 }}
      tickLine="none"
      gridAxis="x"
      // The name of the chart: the arrow keys read it day by day.
      barChartProps={{ title: sayOfMoney('byDay') }}
      barProps={{ isAnimationActive: false, maxBarSize: 28 }}
      valueFormatter={(paise) => rupeesAndPaise(paise)}
      yAxisProps={{ width: 64, tickFormatter: (paise: number) => rupees(Math.round(paise / 100) * 100) }}
      xAxisProps={{ minTickGap: 24 }}
    />
  )
}
