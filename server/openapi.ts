import { Router } from 'express'
export function openApiDocuments(_version: string): Router { return Router() }
