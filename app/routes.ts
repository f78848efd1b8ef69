import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('storefront/landing.tsx')] satisfies RouteConfig
