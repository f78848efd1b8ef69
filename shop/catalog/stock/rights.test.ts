import { expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { newId } from '../../ctx.ts'
import { rights } from '../../rights.ts'
import { bookStocktake } from './booking.ts'
import { changeCell } from './cells.ts'
import { StockMovesQuery } from './contract.ts'
import { listStockMoves } from './moves.ts'
import {
  beginStocktake,
  cancelStocktake,
  countPieces,
  dropLine,
  listStocktakeLines,
  listStocktakes,
} from './stocktake.ts'
import { listProductViews } from './views.ts'

test('whoever may do all but change the catalog neither counts nor changes stock, and sees no count', async ({
  ctx,
  as,
}) => {
  const product = await aProduct(ctx)
  const variantId = product.variants[0]?.id ?? ''
  const { id } = await beginStocktake(ctx)
  await countPieces(ctx, id, { variantId, counted: 1 })
  const user = await aUser(ctx)
  const others = rights.filter((right) => right !== 'catalog')
  const who = as({ kind: 'user', id: user.id, sessionId: newId(), address: '127.0.0.1', rights: others })
  for (const call of [
    () => listStocktakes(who),
    () => beginStocktake(who),
    () => listStocktakeLines(who, id),
    () => countPieces(who, id, { variantId, counted: 2 }),
    () => dropLine(who, id, variantId),
    () => bookStocktake(who, id, 'Sayım'),
    () => cancelStocktake(who, id),
    () => changeCell(who, product.id, { variantId, add: 1 }),
    () => listStockMoves(who, product.id, StockMovesQuery.parse({})),
    () => listProductViews(who),
  ])
    await expect(call(), String(call)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await listStocktakeLines(ctx, id)).toMatchObject([{ variantId, counted: 1, bookedAfter: null }])
})
