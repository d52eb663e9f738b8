"""A harness on openapi-generator's Python client: `journey.py URL`."""

import sys
import time
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "generated" / "python"))

import assay  # noqa: E402

HOST = f"{sys.argv[1]}/api"
AWKWARD_NAME = "a/b %25 ü"
UNKNOWN_ID = "019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a"


class Caller:
    """All parts of the API with one credential."""

    def __init__(self, token=None, **credential):
        configuration = assay.Configuration(host=HOST, **credential)
        configuration.access_token = token
        self.client = assay.ApiClient(configuration)
        self.auth = assay.AuthApi(self.client)
        self.projects = assay.ProjectsApi(self.client)
        self.suites = assay.TestSuitesApi(self.client)
        self.cases = assay.TestCasesApi(self.client)
        self.runs = assay.TestRunsApi(self.client)
        self.results = assay.TestResultsApi(self.client)
        self.reports = assay.TestReportsApi(self.client)


def main():
    user = sign_up()
    project = create_project(user)
    machine = Caller(username=project.id, password=project.client_secret)
    suite = machine.suites.test_suites_create(assay.TestSuitesCreateRequest(name="Payments", project_id=project.id))
    cases = create_cases(machine, suite)
    list_cases_in_pages(machine, suite)
    run = start_run(machine, project)
    execute_all(machine, run, cases)
    correct_and_take_back(machine, run, cases["number"])
    read_run(machine, project, run, cases)
    record_many(machine, run, suite, cases["awkward"])
    complete_run(machine, run)
    upload_report(machine, project)
    be_refused(machine, project, suite, run, cases)
    delete_run(user, run)
    print("journey complete")


def sign_up():
    email = f"python-{time.time_ns()}@example.com"
    signed_up = Caller().auth.auth_sign_up(assay.AuthSignUpRequest(email=email, password="correct horse", name="Python"))
    equal(signed_up.user.email, email)
    return Caller(token=signed_up.access_token)


def create_project(user):
    project = user.projects.projects_create(assay.ProjectsCreateRequest(name="Checkout"))
    equal((project.description, project.user_role, project.test_suites), (None, "owner", []))
    assert project.client_secret
    assert isinstance(project.created_at, datetime) and project.created_at.tzinfo is not None
    assert abs((datetime.now(timezone.utc) - project.created_at).total_seconds()) < 60
    return project


def create_cases(machine, suite):
    def create(name, **fields):
        request = assay.TestCasesCreateRequest(name=name, test_suite_id=suite.id, **fields)
        return machine.cases.test_cases_create(request)

    cases = {
        "text": create("Says thanks", type="manual", expected_value_type="string", expected_value="Thanks"),
        "number": create("Answers 200", type="manual", expected_value_type="number", expected_value="200"),
        "boolean": create("Is quick", type="manual", expected_value_type="boolean", expected_value="true"),
        "auto": create("Takes a card", type="auto", automation_key="C123"),
        "awkward": create(AWKWARD_NAME, type="auto", description="Found by its name"),
    }
    equal((cases["text"].number, cases["text"].type, cases["boolean"].expected_value_type), (1, "manual", "boolean"))
    auto = cases["auto"]
    equal((auto.automation_key, auto.expected_value_type, auto.description), ("C123", None, None))
    return cases


def list_cases_in_pages(machine, suite):
    list_cases = machine.cases.test_cases_list_in_suite_with_http_info
    first, status, headers = list_cases(suite.id, limit=3, offset=0)
    equal((len(first), status, headers["X-Total-Count"]), (3, 200, "5"))
    assert 'rel="next"' in headers["Link"]
    second, _, headers = list_cases(suite.id, limit=3, offset=3)
    equal([case.name for case in second], ["Takes a card", AWKWARD_NAME])
    assert "Link" not in headers


def start_run(machine, project):
    request = assay.TestRunsStartRequest(description="Build 123")
    run = machine.runs.test_runs_start(project.id, test_runs_start_request=request)
    equal((run.status, run.completed_at, run.created_by), ("running", None, None))
    equal((run.summary.total, run.summary.pending), (5, 5))
    return run


def execute_all(machine, run, cases):
    def execute(case, **fields):
        return machine.results.test_results_execute(case.id, assay.TestResultsExecuteRequest(test_run_id=run.id, **fields))

    equal(execute(cases["text"], actual_value="Sorry", trace="at checkout.py:12").status, "failed")
    started_at = datetime(2026, 1, 31, 12, tzinfo=timezone.utc)
    result = execute(cases["text"], actual_value="Thanks", execution_time_ms=41.5, started_at=started_at)
    equal((result.status, result.flaky, result.trace), ("passed", True, None))
    equal((result.execution_time_ms, result.started_at, result.executed_by), (41.5, started_at, None))
    assert isinstance(result.executed_at, datetime)
    equal(execute(cases["number"], actual_value="500").status, "failed")
    equal(execute(cases["auto"], error_message="Connection refused").status, "error")
    equal(execute(cases["auto"]).status, "pending")
    equal(execute(cases["auto"], status="skipped", notes="No card at hand").status, "skipped")
    request = assay.TestResultsExecuteManualRequest(test_run_id=run.id, actual_value="TRUE", notes="Seen in the browser")
    manual = machine.results.test_results_execute_manual(cases["boolean"].id, request)
    equal((manual.status, manual.notes, manual.attempts), ("passed", "Seen in the browser", 1))


def correct_and_take_back(machine, run, case):
    result_id = next(result.id for result in machine.results.test_results_list_in_run(run.id) if result.test_case.id == case.id)
    corrected = machine.results.test_results_set_value(result_id, assay.TestResultsSetValueRequest(actual_value="200.0"))
    equal(corrected.status, "passed")
    # This generator's models omit fields that are None: send null as a dict, or '' with a model.
    for nothing in ({"actualValue": None}, assay.TestResultsSetValueRequest(actual_value="")):
        taken_back = machine.results.test_results_set_value(result_id, nothing)
        equal((taken_back.status, taken_back.actual_value), ("pending", None))
    attempts = machine.results.test_results_attempts(result_id)
    equal(sorted(attempt.status for attempt in attempts), ["failed", "passed", "pending", "pending"])


def read_run(machine, project, run, cases):
    awkward = machine.results.test_results_find(run.id, project.id, cases["awkward"].test_suite_id, AWKWARD_NAME)
    equal((awkward.test_case.name, awkward.status, awkward.executed_at), (AWKWARD_NAME, "pending", None))
    read = machine.runs.test_runs_get(run.id)
    summary = {"total": 5, "passed": 2, "failed": 0, "error": 0, "pending": 2, "skipped": 1, "flaky": 1}
    equal(read.summary.to_dict(), summary)
    equal([result.status for result in read.results], ["passed", "pending", "passed", "skipped", "pending"])
    skipped = machine.results.test_results_list_in_run(run.id, status="skipped")
    equal([result.test_case.id for result in skipped], [cases["auto"].id])
    flaky = machine.results.test_results_match(run.id, flaky=True)
    equal(sum(len(suite.result_ids) for suite in flaky), summary["flaky"])


def record_many(machine, run, suite, case):
    """A call repeated with the same key, as after a lost response, runs once."""
    failed = assay.TestResultsRecordManyRequestResult(test_case_id=case.id, error_message="Connection refused")
    passed = assay.TestResultsRecordManyRequestResult(suite_name=suite.name, case_name=AWKWARD_NAME, status="passed")
    request = assay.TestResultsRecordManyRequest(results=[failed, passed])
    send = machine.results.test_results_record_many_with_http_info
    first, _, first_headers = send(run.id, request, idempotency_key=f"{run.id} 1")
    second, _, second_headers = send(run.id, request, idempotency_key=f"{run.id} 1")
    equal([(one.status, one.attempts, one.flaky) for one in first.results], [("error", 1, False), ("passed", 2, True)])
    equal((first.summary.passed, first.summary.flaky, second), (3, 2, first))
    equal((first_headers.get("Idempotency-Replayed"), second_headers.get("Idempotency-Replayed")), (None, "true"))


def complete_run(machine, run):
    completed = machine.runs.test_runs_complete(run.id)
    equal(completed.status, "completed")
    assert isinstance(completed.completed_at, datetime)


def upload_report(machine, project):
    report = b'<testsuite name="Checkout"><testcase classname="Cart" name="adds"/></testsuite>'
    answer = machine.reports.test_reports_upload(project.id, report, run="build-123")
    equal((answer.format, answer.created, answer.test_run.key, answer.test_run.status), ("junit", 1, "build-123", "running"))


def be_refused(machine, project, suite, run, cases):
    late = assay.TestResultsExecuteRequest(test_run_id=run.id, actual_value="late")
    error = refused(409, "CONFLICT", lambda: machine.results.test_results_execute(cases["auto"].id, late))
    equal(error.message, "Only running test runs accept results")
    refused(404, "NOT_FOUND", lambda: machine.cases.test_cases_get(UNKNOWN_ID))
    stranger = Caller(username=project.id, password="wrong")
    refused(401, "UNAUTHORIZED", lambda: stranger.suites.test_suites_get(suite.id))
    invalid = assay.TestCasesCreateRequest(
        name="Counts", test_suite_id=suite.id, type="manual", expected_value_type="number", expected_value="many"
    )
    error = refused(400, "BAD_REQUEST", lambda: machine.cases.test_cases_create(invalid))
    equal([issue.path for issue in error.issues], [["expectedValue"]])


def delete_run(user, run):
    assert user.runs.test_runs_delete(run.id).message
    refused(404, "NOT_FOUND", lambda: user.runs.test_runs_get(run.id))


def refused(status, code, call):
    try:
        call()
    except assay.ApiException as exception:
        error = exception_as_error(exception)
        equal((exception.status, error.code), (status, code))
        return error
    raise AssertionError(f"expected {status}, but the call succeeded")


def exception_as_error(exception):
    """Parses a body with the client's error model."""
    answer = type("Answer", (), {"data": exception.body})
    return assay.ApiClient().deserialize(answer, "ApiError")


def equal(actual, expected):
    assert actual == expected, f"{actual!r} is not {expected!r}"


main()
