import {
  addAttachmentToCase,
  addAttachmentToResult,
  getAttachment,
  getAttachmentsForCase,
  getAttachmentsForTest,
  removeAttachment,
} from './attachments.ts'
import { getCaseFields, getResultFields } from './case-fields.ts'
import { getCases } from './case-lists.ts'
import { addCase, copyCases, deleteCase, deleteCases, getCase, moveCases, updateCase, updateCases } from './cases.ts'
import { getCaseTypes, getConfigs, getPriorities, getStatuses, getTemplates } from './constants.ts'
import type { Method } from './door.ts'
import { addMilestone, getMilestone, getMilestones } from './milestones.ts'
import { pageOf, partOf } from './pages.ts'
import { getCurrentUser, getUser, getUserByEmail, getUsers } from './people.ts'
import { getProject, getProjects, getSuite, getSuites, projectIn } from './projects.ts'
import { editResult, getResults, getResultsForCase, getResultsForRun } from './result-lists.ts'
import { addResult, addResultForCase, addResults, addResultsForCases } from './results.ts'
import { addRun, closeRun, getRun, getRuns, removeRun, updateRun } from './runs.ts'
import { addSection, deleteSection, getSection, getSections, updateSection } from './sections.ts'
import { getTest, getTests } from './tests.ts'

const getPlans: Method = async (_door, call) => {
  await projectIn(_door, call)
  return pageOf(call, partOf(call), 'plans', [], false)
}

export const READS: Record<string, Method> = {
  get_projects: getProjects,
  get_project: getProject,
  get_suites: getSuites,
  get_suite: getSuite,
  get_sections: getSections,
  get_section: getSection,
  get_cases: getCases,
  get_case: getCase,
  get_case_fields: getCaseFields,
  get_result_fields: getResultFields,
  get_case_types: getCaseTypes,
  get_priorities: getPriorities,
  get_templates: getTemplates,
  get_statuses: getStatuses,
  get_configs: getConfigs,
  get_runs: getRuns,
  get_run: getRun,
  get_tests: getTests,
  get_test: getTest,
  get_results: getResults,
  get_results_for_case: getResultsForCase,
  get_results_for_run: getResultsForRun,
  get_attachments_for_case: getAttachmentsForCase,
  get_attachments_for_test: getAttachmentsForTest,
  get_attachment: getAttachment,
  get_user: getUser,
  get_current_user: getCurrentUser,
  get_user_by_email: getUserByEmail,
  get_users: getUsers,
  get_milestones: getMilestones,
  get_milestone: getMilestone,
  get_plans: getPlans,
}

export const WRITES: Record<string, Method> = {
  add_section: addSection,
  update_section: updateSection,
  delete_section: deleteSection,
  add_case: addCase,
  update_case: updateCase,
  update_cases: updateCases,
  delete_case: deleteCase,
  delete_cases: deleteCases,
  move_cases_to_section: moveCases,
  copy_cases_to_section: copyCases,
  add_run: addRun,
  update_run: updateRun,
  close_run: closeRun,
  delete_run: removeRun,
  add_results_for_cases: addResultsForCases,
  add_results: addResults,
  add_result: addResult,
  add_result_for_case: addResultForCase,
  edit_result: editResult,
  delete_attachment: removeAttachment,
  add_milestone: addMilestone,
}

/** Their body is a form, which they read themselves. */
export const UPLOADS: Record<string, Method> = {
  add_attachment_to_result: addAttachmentToResult,
  add_attachment_to_case: addAttachmentToCase,
}

const NOUNS = [
  'bdd|bdds',
  'case_field',
  'config|configs|config_group',
  'dataset|datasets',
  'group|groups',
  'history_for_case',
  'label|labels',
  'milestone',
  'plan|plans|plan_entry|run_to_plan_entry|run_in_plan_entry|run_from_plan_entry',
  'project|projects',
  'report|reports|run_report|cross_project_reports|cross_project_report',
  'role|roles',
  'shared_step|shared_steps|shared_step_history',
  'suite|suites',
  'test|tests',
  'user',
  'variable|variables',
  'attachments_for_(plan|plan_entry|run|project)',
  'attachment_to_(plan|plan_entry|run)',
]

const UNSUPPORTED = new RegExp(
  `^((get|add|update|delete|close|move|copy|run)_(${NOUNS.join('|')})|move_section|run_report|run_cross_project_report|get_case_statuses)$`,
)

/** Methods of the original that have no counterpart here. */
export const isUnsupported = (method: string) => method.length < 100 && UNSUPPORTED.test(method)
