import { Badge, Button, Loader, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { roomFor } from '#contract/base/letters.ts'
import { trimmed } from '#contract/base/typed.ts'
import { type ChangedMember, type StaffMember, useAddMember, useChangeMember, useRenameMember, useStaff } from '#web/data/accounts/staff.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { ReadFailure } from '#web/forms/read-failure.tsx'
import { focusFirst, showRefused } from '#web/forms/refused-fields.ts'
import { RemoveFactor } from '#web/forms/remove-factor.tsx'
import { RenameForm } from '#web/forms/rename-form.tsx'
import { EmailField } from '#web/forms/sign-in-fields.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { emailWords } from '#web/words/email.ts'
import { moment } from '#web/words/moment.ts'
import { sayOfPlaces } from '#web/words/place.ts'
import { say } from '#web/words/words.ts'
import { FirstPassword } from './first-password.tsx'
import '#web/ui/things.css'

export function StaffPanel({ shopId }: { shopId: string }) {
  const staff = useStaff(shopId)
  const renameMember = useRenameMember(shopId)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [lost, setLost] = useState<StaffMember | null>(null)
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null)
  const show = ({ member, firstPassword }: ChangedMember) => {
    if (firstPassword !== undefined) setShown({ name: member.name, password: firstPassword })
  }
  const change = useChangeMember(shopId, {
    onSuccess: (changed) => {
      setLost(null)
      show(changed)
    },
  })
  const leave = () => {
    setLeft(renamed)
    setRenamed(null)
  }
  return (
    <section className="panel" aria-label={sayOfPlaces('staff')}>
      <AddMember shopId={shopId} added={show} />
      <FormFailure failure={lost === null ? change.error : null} />
      {staff.isPending && <Loader aria-label={say('loading')} />}
      {staff.isError && <ReadFailure text={sayOfPlaces('staffUnread')} retry={staff.refetch} />}
      {staff.data?.staff.length === 0 && <p className="nothing">{sayOfPlaces('noStaff')}</p>}
      <ul className="things">
        {staff.data?.staff.map((member) => (
          <li key={member.id}>
            {renamed === member.id ? (
              <RenameForm
                name={member.name}
                maxLength={roomFor(80)}
                rename={(name) => renameMember(member.id, name)}
                cancel={leave}
                saved={leave}
              />
            ) : (
              <Member
                member={member}
                timeZone={staff.data?.timeZone}
                busy={change.isPending}
                act={(action) => change.mutate({ id: member.id, action })}
                rename={() => setRenamed(member.id)}
                lost={() => setLost(member)}
                wasRenamed={left === member.id}
              />
            )}
          </li>
        ))}
      </ul>
      <RemoveFactor
        name={lost?.name ?? null}
        busy={change.isPending}
        failure={lost === null ? null : change.error}
        yes={() => lost && change.mutate({ id: lost.id, action: 'remove-second-factor' })}
        no={() => setLost(null)}
      />
      <FirstPassword shown={shown} close={() => setShown(null)} />
    </section>
  )
}

function AddMember({ shopId, added }: { shopId: string; added: (added: ChangedMember) => void }) {
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: {
      name: (text) => (trimmed(text) === '' ? sayOfPlaces('nameMissing') : null),
      email: (text) => emailWords(text),
    },
  })
  const addition = useAddMember(shopId, {
    onSuccess: (changed) => {
      form.reset()
      added(changed)
    },
    onError: showRefused(form),
  })
  return (
    <>
      <form
        className="things__add"
        noValidate
        onSubmit={form.onSubmit(({ name, email }) => addition.mutate({ name: name.trim(), email: email.trim() }), focusFirst(form))}
      >
        <TextInput label={sayOfPlaces('name')} name="name" autoComplete="off" maxLength={roomFor(80)} {...form.getInputProps('name')} />
        <EmailField autoComplete="off" {...form.getInputProps('email')} />
        <Button type="submit" variant="outline" leftSection={<Icon name="plus" />} loading={addition.isPending}>
          {sayOfPlaces('addStaff')}
        </Button>
      </form>
      <FormFailure failure={addition.error} />
    </>
  )
}

interface MemberProps {
  member: StaffMember
  /** The mall's. */
  timeZone: string | undefined
  busy: boolean
  act: (action: 'disable' | 'enable' | 'reset') => void
  rename: () => void
  /** Opens the question before the second factor is removed. */
  lost: () => void
  /** True just after the renaming of this member was saved or cancelled. */
  wasRenamed: boolean
}

function Member({ member, timeZone, busy, act, rename, lost, wasRenamed }: MemberProps) {
  return (
    <>
      <span className="things__what">
        <b id={`member-${member.id}`}>{member.name}</b>{' '}
        <span className="muted">
          {member.email}
          {member.lastSeenAt !== null && ` · ${sayOfPlaces('lastSeen', { time: moment(member.lastSeenAt, timeZone) })}`}
        </span>
      </span>
      {member.disabled && <Badge data-tone="bad">{sayOfPlaces('disabled')}</Badge>}
      {member.firstPasswordPending && <Badge data-tone="warn">{sayOfPlaces('firstPasswordPending')}</Badge>}
      {member.hasSecondFactor && <Badge>{sayOfPlaces('secondFactor')}</Badge>}
      <div className="things__acts">
        {member.hasSecondFactor && (
          <Button aria-describedby={`member-${member.id}`} disabled={busy} onClick={lost}>
            {sayOfPlaces('removeFactor')}
          </Button>
        )}
        {/* After renaming, the focus returns to this button. */}
        <Button aria-describedby={`member-${member.id}`} autoFocus={wasRenamed} onClick={rename}>
          {sayOfPlaces('rename')}
        </Button>
        {!member.disabled && (
          <Button aria-describedby={`member-${member.id}`} disabled={busy} onClick={() => act('reset')}>
            {sayOfPlaces('newFirstPassword')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          aria-describedby={`member-${member.id}`}
          disabled={busy}
          onClick={() => act(member.disabled ? 'enable' : 'disable')}
        >
          {sayOfPlaces(member.disabled ? 'enable' : 'disable')}
        </Button>
      </div>
    </>
  )
}
