import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { settings } from '../../settings/schema.ts'
import { changeSection, type EditedVersion } from '../../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../../settings/settings.ts'
import { users } from '../schema.ts'
import { StaffSecondStep } from './contract.ts'

const key = 'staff.second-step'

/** Whether a joined user is staff without two-step login while it is required. For all others the setting is not read. */
export const mustSetUpSql = sql<boolean>`case when ${users.role} = 'USER' or ${users.secondStepSince} is not null then false
  else exists (select from ${settings} where ${settings.key} = ${key} and (${settings.value} ->> 'required') = 'true') end`

/** Off until the owner switches it on. */
export async function findStaffSecondStep(ctx: Ctx): Promise<StaffSecondStep> {
  return (await findSetting(ctx, key, StaffSecondStep)) ?? { required: false }
}

/** The setting with its version, and whether the actor has two-step login herself. */
export async function presentStaffSecondStep(ctx: Ctx) {
  const own = ctx.actor.kind === 'user' && ctx.actor.proof !== undefined
  return { settings: await findStaffSecondStep(ctx), version: await findSettingVersion(ctx, key), own }
}

/** CONFLICT for staff without a second step of their own: the setting would shut them out. */
export async function saveStaffSecondStep(ctx: Ctx, value: StaffSecondStep, edited: EditedVersion): Promise<void> {
  if (value.required && ctx.actor.kind === 'user' && !ctx.actor.proof) {
    const message = 'Önce kendi hesabınızda iki adımlı girişi açın; yoksa panele siz de giremezsiniz.'
    throw new ShopError('CONFLICT', message)
  }
  await changeSection(ctx, 'secondStep', key, edited, async (ctx) => ({
    value,
    before: { ...(await findStaffSecondStep(ctx)) },
    after: { ...value },
  }))
}
