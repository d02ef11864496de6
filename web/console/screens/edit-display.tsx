import { Alert, Anchor, Button, Loader } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { SignedIn } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/screens.ts'
import { CallFailure } from '#web/api/call.ts'
import { BarWay, ConsolePage } from '#web/console/console-page.tsx'
import { useWho } from '#web/data/accounts/who.ts'
import { type DisplayChange, useDisplay } from '#web/data/displays.ts'
import { useShop } from '#web/data/storefront.ts'
import { DisplayForm } from '#web/features/displays/display-form.tsx'
import { DisplayPreview } from '#web/features/displays/display-preview.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { sayOfDisplay } from '#web/words/display.ts'
import { say } from '#web/words/words.ts'
import { NotFound } from './not-found.tsx'
import './edit-display.css'

/** `/{id}/editdisplay`: the display as shoppers see it. */
export function Screen() {
  const { shopId = '' } = useParams()
  const shop = useShop(shopId)
  const display = useDisplay(shopId)
  const who = useWho()
  const [draft, setDraft] = useState<DisplayChange | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  if ([shop.error, display.error].some((error) => error instanceof CallFailure && error.status === 404)) return <NotFound />

  const place = shop.data?.shop
  const mayEdit = who.data !== undefined && place !== undefined && worksAt(who.data, place)
  const manages = mayEdit && who.data?.account.role !== 'staff'
  const leave = () => {
    setDraft(null)
    toggle.current?.focus()
  }

  return (
    <ConsolePage mallId={place?.mallId} under={place && paths.shopDetails(place.mallId)}>
      <div className="title">
        <div>
          <h1>{say('editDisplayTitle')}</h1>
          <p className="muted">
            {place && manages ? (
              <Anchor component={Link} to={paths.shopPlace(place.mallId, place.id, 'settings')}>
                {place.name}
              </Anchor>
            ) : (
              place?.name
            )}
            {place && `, ${place.mallTitle}`}
          </p>
        </div>
        <div className="title__ways">
          {mayEdit && (
            <BarWay to={paths.counter(shopId)} icon="people">
              {say('openCounter')}
            </BarWay>
          )}
          {/* The shopper wing is another document. */}
          <Button component="a" href={paths.welcome(shopId)} leftSection={<Icon name="display" />}>
            {say('openWelcome')}
          </Button>
          {mayEdit && display.data && (
            <Button
              ref={toggle}
              variant={draft === null ? 'filled' : 'default'}
              leftSection={<Icon name="edit" />}
              aria-expanded={draft !== null}
              aria-controls="display-form"
              onClick={() => setDraft(draft === null ? {} : null)}
            >
              {sayOfDisplay('edit')}
            </Button>
          )}
        </div>
      </div>
      {who.data && place && !mayEdit && (
        <Alert className="alert--info" color="cart" variant="light" icon={<Icon name="warning" />}>
          {sayOfDisplay('notAllowed')}
        </Alert>
      )}
      {display.isError && <ReadFailure text={sayOfDisplay('failedToRead')} retry={display.refetch} />}
      {display.data && place ? (
        <div className={draft === null ? 'edit-display' : 'edit-display split'}>
          <DisplayPreview
            shop={place.name}
            display={{ ...display.data, ...draft }}
            isDraft={draft !== null && Object.keys(draft).length > 0}
          />
          {draft !== null && (
            <DisplayForm
              saved={display.data}
              draft={draft}
              change={(part) => setDraft((before) => ({ ...before, ...part }))}
              done={leave}
              cancel={leave}
            />
          )}
        </div>
      ) : (
        !display.isError && <Loader aria-label={say('loading')} />
      )}
    </ConsolePage>
  )
}

/** The server decides: this only hides what it would refuse. */
const worksAt = ({ account, mallIds, shopIds }: SignedIn, shop: { id: string; mallId: string }): boolean =>
  account.role === 'superadmin' || (account.role === 'owner' ? mallIds.includes(shop.mallId) : shopIds.includes(shop.id))
