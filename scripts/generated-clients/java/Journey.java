import assay.ApiClient;
import assay.ApiException;
import assay.api.AuditApi;
import assay.api.AuthApi;
import assay.api.ProjectsApi;
import assay.api.TestCasesApi;
import assay.api.TestResultsApi;
import assay.api.TestRunsApi;
import assay.api.TestSuitesApi;
import assay.model.*;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;

/** A harness on openapi-generator's Java client: {@code Journey URL}. */
public class Journey {
  /** Without a space, unlike in the other journeys: this generator version encodes it in a path as "+". */
  static final String AWKWARD_NAME = "a/b%25ü";
  static final UUID UNKNOWN_ID = UUID.fromString("019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a");

  static URI url;
  static Project project;
  static TestSuite suite;
  static TestCaseDetail text, number, bool, auto, awkward;
  static TestRun run;

  /** All parts of the API with one credential. */
  static class Caller {
    final AuditApi audit;
    final AuthApi auth;
    final ProjectsApi projects;
    final TestSuitesApi suites;
    final TestCasesApi cases;
    final TestRunsApi runs;
    final TestResultsApi results;

    Caller(String authorization) {
      ApiClient client = new ApiClient().setScheme(url.getScheme()).setHost(url.getHost()).setPort(url.getPort());
      if (authorization != null) client.setRequestInterceptor(request -> request.header("Authorization", authorization));
      audit = new AuditApi(client);
      auth = new AuthApi(client);
      projects = new ProjectsApi(client);
      suites = new TestSuitesApi(client);
      cases = new TestCasesApi(client);
      runs = new TestRunsApi(client);
      results = new TestResultsApi(client);
    }

    static Caller ofProject(UUID id, String secret) {
      return new Caller("Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes()));
    }
  }

  interface Call {
    void make() throws ApiException;
  }

  public static void main(String[] args) throws Exception {
    url = URI.create(args[0]);
    Caller user = signUp();
    createProject(user);
    Caller machine = Caller.ofProject(project.getId(), project.getClientSecret());
    suite = machine.suites.testSuitesCreate(new TestSuitesCreateRequest().name("Payments").projectId(project.getId()), null);
    createCases(machine);
    listCasesInPages(machine);
    startRun(machine);
    executeAll(machine);
    correctAndTakeBack(machine);
    readRun(machine);
    recordMany(machine);
    completeRun(machine);
    beRefused(machine);
    deleteRun(user);
    readAudit(user);
    System.out.println("journey complete");
  }

  static Caller signUp() throws ApiException {
    String email = "java-" + System.nanoTime() + "@example.com";
    SignedUp signedUp = new Caller(null).auth.authSignUp(new AuthSignUpRequest().email(email).password("correct horse").name("Java"), null);
    equal(signedUp.getUser().getEmail(), email);
    return new Caller("Bearer " + signedUp.getAccessToken());
  }

  static void createProject(Caller user) throws ApiException {
    project = user.projects.projectsCreate(new ProjectsCreateRequest().name("Checkout"), null);
    equal(project.getDescription(), null);
    equal(project.getUserRole(), "owner");
    equal(project.getTestSuites(), List.of());
    equal(Duration.between(project.getCreatedAt(), OffsetDateTime.now()).abs().toMinutes(), 0L);
  }

  static void createCases(Caller machine) throws ApiException {
    text = create(machine, manual("Says thanks", "string", "Thanks"));
    number = create(machine, manual("Answers 200", "number", "200"));
    bool = create(machine, manual("Is quick", "boolean", "true"));
    auto = create(machine, automated("Takes a card").automationKey("C123"));
    awkward = create(machine, automated(AWKWARD_NAME).description("Found by its name"));
    equal(text.getNumber(), 1);
    equal(text.getType(), CaseType.MANUAL);
    equal(bool.getExpectedValueType(), "boolean");
    equal(auto.getAutomationKey(), "C123");
    equal(auto.getExpectedValueType(), null);
    equal(auto.getExpectedValue(), null);
  }

  static void listCasesInPages(Caller machine) throws ApiException {
    var first = machine.cases.testCasesListInSuiteWithHttpInfo(suite.getId(), 3, 0);
    equal(first.getData().size(), 3);
    equal(first.getHeaders().get("x-total-count"), List.of("5"));
    equal(first.getHeaders().get("link").get(0).contains("rel=\"next\""), true);
    var second = machine.cases.testCasesListInSuiteWithHttpInfo(suite.getId(), 3, 3);
    equal(second.getData().stream().map(TestCase::getName).collect(Collectors.toList()), List.of("Takes a card", AWKWARD_NAME));
    equal(second.getHeaders().get("link"), null);
  }

  static void startRun(Caller machine) throws ApiException {
    run = machine.runs.testRunsStart(project.getId(), null, new TestRunsStartRequest().description("Build 123"));
    equal(run.getStatus(), RunStatus.RUNNING);
    equal(run.getCompletedAt(), null);
    equal(run.getCreatedBy(), null);
    equal(run.getSummary().getPending(), 5);
  }

  static void executeAll(Caller machine) throws ApiException {
    equal(execute(machine, text, execution().actualValue("Sorry").trace("at Checkout.java:12")).getStatus(), ResultStatus.FAILED);
    OffsetDateTime startedAt = OffsetDateTime.parse("2026-01-31T12:00:00Z");
    var again = execution().actualValue("Thanks").executionTimeMs(new BigDecimal("41.5")).startedAt(startedAt);
    TestResult result = execute(machine, text, again);
    equal(result.getFlaky(), true);
    equal(result.getTrace(), null);
    equal(result.getStartedAt(), startedAt);
    equal(result.getStatus(), ResultStatus.PASSED);
    equal(result.getExecutionTimeMs(), new BigDecimal("41.5"));
    equal(result.getExecutedAt().isBefore(OffsetDateTime.now().plusMinutes(1)), true);
    equal(result.getExecutedBy(), null);
    equal(execute(machine, number, execution().actualValue("500")).getStatus(), ResultStatus.FAILED);
    equal(execute(machine, auto, execution().errorMessage("Connection refused")).getStatus(), ResultStatus.ERROR);
    equal(execute(machine, auto, execution()).getStatus(), ResultStatus.PENDING);
    TestResultsExecuteRequest skip = execution().status("skipped").notes("No card at hand");
    equal(execute(machine, auto, skip).getStatus(), ResultStatus.SKIPPED);
    var request = new TestResultsExecuteManualRequest().testRunId(run.getId()).actualValue("TRUE").notes("Seen in the browser");
    TestResult manual = machine.results.testResultsExecuteManual(bool.getId(), request, null);
    equal(manual.getStatus(), ResultStatus.PASSED);
    equal(manual.getNotes(), "Seen in the browser");
    equal(manual.getAttempts(), 1);
  }

  static void correctAndTakeBack(Caller machine) throws ApiException {
    UUID resultId = machine.results.testResultsListInRun(run.getId(), null, null, null, ResultStatus.FAILED).get(0).getId();
    var corrected = machine.results.testResultsSetValue(resultId, new TestResultsSetValueRequest().actualValue("200.0"), null);
    equal(corrected.getStatus(), ResultStatus.PASSED);
    var takenBack = machine.results.testResultsSetValue(resultId, new TestResultsSetValueRequest().actualValue(""), null);
    equal(takenBack.getStatus(), ResultStatus.PENDING);
    equal(takenBack.getActualValue(), null);
    equal(machine.results.testResultsAttempts(resultId, null, null, null, null).size(), 3);
  }

  static void readRun(Caller machine) throws ApiException {
    TestResult pending = find(machine, AWKWARD_NAME);
    equal(pending.getTestCase().getName(), AWKWARD_NAME);
    equal(pending.getExecutedAt(), null);
    TestRun read = machine.runs.testRunsGet(run.getId());
    equal(read.getSummary(), new RunSummary().total(5).passed(2).failed(0).error(0).pending(2).skipped(1).flaky(1));
    equal(read.getResults().size(), 5);
    var skipped = machine.results.testResultsListInRun(run.getId(), null, null, null, ResultStatus.SKIPPED);
    equal(skipped.stream().map(result -> result.getTestCase().getId()).collect(Collectors.toList()), List.of(auto.getId()));
  }

  /** A call repeated with the same key, as after a lost response, runs once. */
  static void recordMany(Caller machine) throws ApiException {
    var failed = new TestResultsRecordManyRequestResult().testCaseId(awkward.getId()).errorMessage("Connection refused");
    var passed = new TestResultsRecordManyRequestResult().suiteName(suite.getName()).caseName(AWKWARD_NAME).status("passed");
    var request = new TestResultsRecordManyRequest().addResultsItem(failed).addResultsItem(passed);
    String key = run.getId() + " 1";
    var first = machine.results.testResultsRecordManyWithHttpInfo(run.getId(), request, key);
    var second = machine.results.testResultsRecordManyWithHttpInfo(run.getId(), request, key);
    RecordedResult last = first.getData().getResults().get(1);
    equal(List.of(last.getStatus(), last.getAttempts(), last.getFlaky()), List.of(ResultStatus.PASSED, 2, true));
    equal(second.getData(), first.getData());
    equal(first.getHeaders().get("idempotency-replayed"), null);
    equal(second.getHeaders().get("idempotency-replayed"), List.of("true"));
  }

  static void completeRun(Caller machine) throws ApiException {
    TestRun completed = machine.runs.testRunsComplete(run.getId(), new TestRunsCompleteRequest());
    equal(completed.getStatus(), RunStatus.COMPLETED);
    equal(completed.getCompletedAt() == null, false);
  }

  static void beRefused(Caller machine) throws Exception {
    var late = refused(409, "CONFLICT", () -> execute(machine, auto, execution().actualValue("late")));
    equal(late.getMessage(), "Only running test runs accept results");
    refused(404, "NOT_FOUND", () -> machine.cases.testCasesGet(UNKNOWN_ID, null));
    Caller stranger = Caller.ofProject(project.getId(), "wrong");
    refused(401, "UNAUTHORIZED", () -> stranger.suites.testSuitesGet(suite.getId()));
    var many = manual("Counts", "number", "many");
    var invalid = refused(400, "BAD_REQUEST", () -> create(machine, many));
    equal(invalid.getIssues().get(0).getPath(), List.of("expectedValue"));
  }

  static void deleteRun(Caller user) throws Exception {
    equal(user.runs.testRunsDelete(run.getId(), null).getMessage().isEmpty(), false);
    refused(404, "NOT_FOUND", () -> user.runs.testRunsGet(run.getId()));
  }

  /** A time at a full minute has no seconds here. */
  static void readAudit(Caller user) throws ApiException {
    OffsetDateTime midnight = OffsetDateTime.now().minusDays(1).truncatedTo(ChronoUnit.DAYS);
    List<AuditEvent> events = user.audit.auditListOfProject(project.getId(), null, null, null, null, midnight, null, null);
    equal(events.get(0).getAction(), "run.deleted");
  }

  static TestCasesCreateRequest manual(String name, String type, String expected) {
    return new TestCasesCreateRequest().name(name).type("manual").expectedValueType(type).expectedValue(expected);
  }

  static TestCasesCreateRequest automated(String name) {
    return new TestCasesCreateRequest().name(name).type("automated");
  }

  static TestCaseDetail create(Caller machine, TestCasesCreateRequest request) throws ApiException {
    return machine.cases.testCasesCreate(request.testSuiteId(suite.getId()), null);
  }

  static TestResultsExecuteRequest execution() {
    return new TestResultsExecuteRequest().testRunId(run.getId());
  }

  static TestResult execute(Caller machine, TestCaseDetail testCase, TestResultsExecuteRequest request) throws ApiException {
    return machine.results.testResultsExecute(testCase.getId(), request, null);
  }

  static TestResult find(Caller machine, String caseName) throws ApiException {
    return machine.results.testResultsFind(run.getId(), project.getId(), suite.getId(), caseName, null);
  }

  /** Parses a response with the client's error model. */
  static assay.model.ApiError refused(int status, String code, Call call) throws Exception {
    try {
      call.make();
    } catch (ApiException exception) {
      var error = new ApiClient().getObjectMapper().readValue(exception.getResponseBody(), assay.model.ApiError.class);
      equal(exception.getCode(), status);
      equal(error.getCode().getValue(), code);
      return error;
    }
    throw new AssertionError("expected " + status + ", but the call succeeded");
  }

  static void equal(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) throw new AssertionError(actual + " is not " + expected);
  }
}
