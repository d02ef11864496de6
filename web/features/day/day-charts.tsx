import { LineChart } from '@mantine/charts'
import { rupees } from '#contract/base/money.ts'
import { hourOfDay } from '#contract/base/zoned.ts'
import type { Figures, Insights } from '#web/data/day.ts'
import { sayOfDay, weekdayAndDay } from '#web/words/day.ts'
import '@mantine/charts/styles.layer.css'
import '#web/ui/chart.css'

const charts: readonly {
  word: 'tokensByHour' | 'waitByHour' | 'earnedByHour'
  read: (of: Figures) => number | null
  write: (value: number) => string
}[] = [
  { word: 'tokensByHour', read: ({ tokens }) => tokens, write: String },
  { word: 'waitByHour', read: ({ medianWait }) => (medianWait === null ? null : Math.round(medianWait)), write: String },
  { word: 'earnedByHour', read: ({ earnedPaise }) => earnedPaise, write: (paise) => rupees(Math.round(paise / 100) * 100) },
]

/** The table beside them has the same figures. The line of a day that runs ends with its last full hour. */
export function DayCharts({ found }: { found: Insights }) {
  const [own, before] = [weekdayAndDay(found.day), weekdayAndDay(found.dayBefore)]
  // The last one is drawn on top.
  const series = [
    { name: before, color: 'var(--muted)', strokeDasharray: '5 4' },
    { name: own, color: 'var(--text)' },
  ]
  return charts.map(({ word, read, write }, place) => (
    <section key={word} aria-labelledby={word}>
      <h3 id={word}>{sayOfDay(word)}</h3>
      <LineChart
        className="chart"
        h={place === 0 ? 194 : 160}
        data={found.byHour.map((one) => ({
          hour: hourOfDay(one.hour),
          [own]: one.state === 'over' ? read(one.day) : null,
          [before]: read(one.before),
        }))}
        dataKey="hour"
        series={series}
        curveType="linear"
        connectNulls={false}
        withLegend={place === 0}
        legendProps={{ verticalAlign: 'top', height: 34 }}
        tickLine="none"
        gridAxis="x"
        // The name of the chart: the arrow keys read it hour by hour.
        lineChartProps={{ title: sayOfDay(word), margin: { top: 10 } }}
        lineProps={{ isAnimationActive: false }}
        dotProps={{ r: 3 }}
        valueFormatter={write}
        yAxisProps={{ width: 56, allowDecimals: false }}
        xAxisProps={{ minTickGap: 16 }}
      />
    </section>
  ))
}
