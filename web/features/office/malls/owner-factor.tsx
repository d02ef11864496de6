import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Mall, useRemoveOwnersFactor } from '#web/data/malls.ts'
import { RemoveFactor } from '#web/forms/remove-factor.tsx'
import { sayOfPlaces } from '#web/words/place.ts'

export function OwnerFactor({ mall, removed }: { mall: Mall; removed: () => void }) {
  const [asked, setAsked] = useState(false)
  const removal = useRemoveOwnersFactor(mall.id, {
    onSuccess: () => {
      setAsked(false)
      removed()
    },
  })
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsked(true)}>
        {sayOfPlaces('ownersFactor')}
      </Button>
      <RemoveFactor
        name={asked ? (mall.email ?? mall.title) : null}
        busy={removal.isPending}
        failure={removal.error}
        yes={() => removal.mutate()}
        no={() => {
          removal.reset()
          setAsked(false)
        }}
      />
    </>
  )
}
