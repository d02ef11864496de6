import { z } from 'zod'
import { call } from '#contract/call.ts'

export const readApiDocument = call('GET /api/openapi.json', {
  tag: 'The product',
  about: 'This document',
  by: 'none',
  limit: 'read',
  hidden: true,
  refuses: [],
})

export const readApiReference = call('GET /api/docs', {
  tag: 'The product',
  about: 'The reference page for this document',
  by: 'none',
  limit: 'read',
  hidden: true,
  refuses: [],
})

/** Browsers send it with their own media type. An accepted report gets 204. */
export const reportCsp = call('POST /api/reports/csp', {
  tag: 'The product',
  about: 'Reports what the content security policy stopped a browser from doing',
  by: 'none',
  limit: 'report',
  body: z.unknown(),
  hidden: true,
  refuses: [],
})
