resource "google_monitoring_notification_channel" "mail" {
  display_name = "Strongroom"
  type         = "email"
  labels       = { email_address = var.alert_email }
}

# Cloud Run keeps paths that end in z for itself.
resource "google_monitoring_uptime_check_config" "rooms" {
  display_name = "Strongroom"
  period       = "60s"
  timeout      = "10s"
  http_check {
    path         = "/api/v1/openapi.json"
    port         = 443
    use_ssl      = true
    validate_ssl = true
  }
  monitored_resource {
    type   = "uptime_url"
    labels = { project_id = var.project, host = var.domain }
  }
}

locals {
  run = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"strongroom\""
  # Lines of the services' logs, and of Google's, that ask for a person. runbook: docs/how-to/when-an-alert-fires.md
  lines = {
    dependency = {
      filter  = "${local.run} AND jsonPayload.level=(\"warn\" OR \"error\") AND jsonPayload.dependency!=\"\""
      runbook = "strongroomdependencydown"
    }
    writes-refused = {
      filter  = "${local.run} AND jsonPayload.message=\"audit.writes_refused\""
      runbook = "strongroomwritesrefused"
    }
    failing-job = {
      filter  = "${local.run} AND jsonPayload.message=\"a job failed and will be tried again\""
      runbook = "strongroomjobswait"
    }
    doctor = {
      filter  = "resource.type=\"cloud_run_job\" AND resource.labels.job_name=\"strongroom-doctor\" AND severity>=ERROR"
      runbook = "the-doctor"
    }
    other-decrypter = {
      filter  = "protoPayload.serviceName=\"cloudkms.googleapis.com\" AND protoPayload.methodName=\"Decrypt\" AND protoPayload.resourceName:\"keyRings/strongroom/\" AND NOT protoPayload.authenticationInfo.principalEmail=\"${google_service_account.keys.email}\""
      runbook = "an-identity-that-you-do-not-know-decrypts"
    }
    changed-rights = {
      filter  = "protoPayload.methodName=(\"SetIamPolicy\" OR \"storage.setIamPermissions\") AND (protoPayload.resourceName:\"keyRings/strongroom\" OR protoPayload.resourceName:\"${local.bucket}\")"
      runbook = "rights-on-keys-or-objects-change"
    }
  }
  # Ratios and levels of Google's own figures.
  levels = {
    unreachable = {
      query   = "(max by (host) (1 - avg_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource=\"uptime_url\", host=\"${var.domain}\"}[5m]))) > 0.5"
      runbook = "strongroomdown"
    }
    errors = {
      query   = "sum(rate(run_googleapis_com:request_count{service_name=\"strongroom\", response_code_class=\"5xx\"}[5m])) / sum(rate(run_googleapis_com:request_count{service_name=\"strongroom\"}[5m])) > 0.01"
      runbook = "strongroomerrors"
    }
    database-disk = {
      query   = "max(cloudsql_googleapis_com:database_disk_utilization{database_id=\"${var.project}:${local.database}\"}) > 0.8"
      runbook = "strongroomdiskfull"
    }
    database-processor = {
      query   = "avg_over_time(cloudsql_googleapis_com:database_cpu_utilization{database_id=\"${var.project}:${local.database}\"}[15m]) > 0.8"
      runbook = "strongroomdependencyslow"
    }
    key-requests = {
      query   = "sum by (quota_metric) (rate(serviceruntime_googleapis_com:quota_rate_net_usage{service=\"cloudkms.googleapis.com\"}[5m])) / on (quota_metric) max by (quota_metric) (serviceruntime_googleapis_com:quota_limit{service=\"cloudkms.googleapis.com\"}) > 0.7"
      runbook = "strongroomdependencyslow"
    }
  }
}

resource "google_monitoring_alert_policy" "lines" {
  for_each     = local.lines
  display_name = "Strongroom: ${each.key}"
  combiner     = "OR"
  conditions {
    display_name = each.key
    condition_matched_log { filter = each.value.filter }
  }
  alert_strategy {
    auto_close = "1800s"
    notification_rate_limit { period = "900s" }
  }
  documentation { content = "docs/how-to/when-an-alert-fires.md#${each.value.runbook}" }
  notification_channels = [google_monitoring_notification_channel.mail.id]
}

resource "google_monitoring_alert_policy" "levels" {
  for_each     = local.levels
  display_name = "Strongroom: ${each.key}"
  combiner     = "OR"
  conditions {
    display_name = each.key
    condition_prometheus_query_language {
      query               = each.value.query
      duration            = "120s"
      evaluation_interval = "60s"
    }
  }
  documentation { content = "docs/how-to/when-an-alert-fires.md#${each.value.runbook}" }
  notification_channels = [google_monitoring_notification_channel.mail.id]
}

locals {
  charts = {
    "Requests by status"                    = "sum by (response_code_class) (rate(run_googleapis_com:request_count{service_name=\"strongroom\"}[5m]))"
    "Latency, 99 of 100 (ms)"               = "histogram_quantile(0.99, sum by (le) (rate(run_googleapis_com:request_latencies_bucket{service_name=\"strongroom\"}[5m])))"
    "Instances"                             = "sum by (state) (run_googleapis_com:container_instance_count{service_name=\"strongroom\"})"
    "Processor and memory"                  = "histogram_quantile(0.99, sum by (le) (rate(run_googleapis_com:container_memory_utilizations_bucket{service_name=\"strongroom\"}[5m])))"
    "Database: disk"                        = "max(cloudsql_googleapis_com:database_disk_utilization)"
    "Database: processor"                   = "max(cloudsql_googleapis_com:database_cpu_utilization)"
    "Database: connections"                 = "sum(cloudsql_googleapis_com:database_postgresql_num_backends)"
    "Bucket: bytes"                         = "max(storage_googleapis_com:storage_total_bytes{bucket_name=\"${local.bucket}\"})"
    "Cloud KMS: requests against its quota" = "sum by (quota_metric) (rate(serviceruntime_googleapis_com:quota_rate_net_usage{service=\"cloudkms.googleapis.com\"}[5m]))"
  }
}

resource "google_monitoring_dashboard" "this" {
  dashboard_json = jsonencode({
    displayName = "Strongroom"
    mosaicLayout = {
      columns = 12
      tiles = [for index, title in keys(local.charts) : {
        xPos   = index % 3 * 4
        yPos   = floor(index / 3) * 4
        width  = 4
        height = 4
        widget = {
          title   = title
          xyChart = { dataSets = [{ timeSeriesQuery = { prometheusQuery = local.charts[title] } }] }
        }
      }]
    }
  })
}

resource "google_billing_budget" "this" {
  count           = var.billing_account == "" ? 0 : 1
  billing_account = var.billing_account
  display_name    = "Strongroom"
  budget_filter { projects = ["projects/${local.number}"] }
  amount {
    specified_amount { units = tostring(var.budget) }
  }
  threshold_rules { threshold_percent = 0.5 }
  threshold_rules { threshold_percent = 0.9 }
  threshold_rules {
    threshold_percent = 1.0
    spend_basis       = "FORECASTED_SPEND"
  }
  all_updates_rule {
    monitoring_notification_channels = [google_monitoring_notification_channel.mail.id]
    disable_default_iam_recipients   = false
  }
}
